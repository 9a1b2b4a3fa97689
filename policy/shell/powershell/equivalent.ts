/** The plain program that does what a cmdlet does: one rule about `rm` covers `Remove-Item`. */
import { ANY_ARGS, type Arg, type Part, textArg, UNKNOWN } from '../arg.ts'
import { type Bound, valuesOf } from './bound.ts'
import type { PsWord } from './words.ts'

const PATHS = ['Path', 'LiteralPath', 'FilePath']
/** Drives that hold no files. */
const NO_FILES = /^(env|alias|function|variable|hklm|hkcu|hkcr|hku|cert|wsman|registry)(:|::)/i

/** The program and its words; undefined: nothing that is known does the same. `isPiped`: the cmdlet gets its paths from the one before. */
export function equivalentOf(cmdlet: string, bound: Bound, isPiped: boolean): readonly Arg[] | undefined {
  const has = (name: string) => bound.given.has(name)
  const flags = (...pairs: readonly (readonly [string, string])[]) => pairs.filter(([name]) => has(name)).map(([, flag]) => textArg(flag))
  const paths = (position = 0): Arg[] => {
    const words = valuesOf(bound, PATHS, position)
    const files = words.filter(word => !NO_FILES.test(word.source)).map(pathArg)
    return words.length === 0 && isPiped ? [{ ...ANY_ARGS, parts: [{ kind: 'unknown', neverDash: true }] }] : files
  }
  const program = (name: string, ...args: readonly Arg[]) => [textArg(name), ...args]
  switch (cmdlet) {
    case 'Remove-Item': {
      const files = paths()
      return files.length === 0 ? undefined : program('rm', ...flags(['Recurse', '-r'], ['Force', '-f']), ...files)
    }
    case 'Get-Content':
    case 'Import-Csv':
    case 'Import-Clixml':
    case 'Format-Hex':
    case 'Get-FileHash':
      return program('cat', ...paths())
    case 'Set-Content':
    case 'Out-File':
    case 'Export-Csv':
    case 'Export-Clixml':
      return program('tee', ...flags(['Append', '-a']), ...paths())
    case 'Add-Content':
    case 'Tee-Object':
      return program('tee', ...(cmdlet === 'Add-Content' || has('Append') ? [textArg('-a')] : []), ...paths())
    case 'Clear-Content':
      return program('truncate', textArg('-s'), textArg('0'), ...paths())
    case 'Copy-Item':
      return program('cp', ...flags(['Recurse', '-r'], ['Force', '-f']), ...paths(), ...valuesOf(bound, ['Destination'], 1).map(pathArg))
    case 'Move-Item':
      return program('mv', ...flags(['Force', '-f']), ...paths(), ...valuesOf(bound, ['Destination'], 1).map(pathArg))
    case 'Rename-Item':
      return program('mv', ...paths(), ...valuesOf(bound, ['NewName'], 1).map(pathArg))
    case 'New-Item': {
      const type = [...(bound.values.get('ItemType') ?? []), ...(bound.values.get('Type') ?? [])].map(word =>
        word.source.toLowerCase().replace(/['"]/g, ''),
      )
      return program(type.includes('directory') ? 'mkdir' : 'touch', ...paths())
    }
    case 'Select-String':
      return program('grep', ...valuesOf(bound, ['Pattern'], 0).map(pathArg), ...paths(1))
    case 'Get-ChildItem': {
      const isEnvironment = bound.operands.some(word => /^env:/i.test(word.source))
      return isEnvironment ? program('printenv') : program('ls', ...flags(['Recurse', '-R']), ...paths())
    }
    case 'Invoke-WebRequest':
    case 'Invoke-RestMethod': {
      const out = bound.values.get('OutFile') ?? []
      const method = bound.values.get('Method') ?? []
      const body = [...(bound.values.get('Body') ?? []), ...(bound.values.get('InFile') ?? [])]
      return program(
        'curl',
        ...(method.length > 0 ? [textArg('-X'), ...method.map(plainArg)] : []),
        ...(body.length > 0 ? [textArg('-d'), ...body.slice(0, 1).map(plainArg)] : []),
        ...(out.length > 0 ? [textArg('-o'), ...out.slice(0, 1).map(pathArg)] : []),
        ...valuesOf(bound, ['Uri'], 0).map(plainArg),
      )
    }
    case 'Start-BitsTransfer':
      return program(
        'curl',
        textArg('-o'),
        ...valuesOf(bound, ['Destination'], 1).map(pathArg),
        ...valuesOf(bound, ['Source'], 0).map(plainArg),
      )
    case 'Stop-Computer':
      return program('shutdown', textArg('-h'), textArg('now'))
    case 'Restart-Computer':
      return program('shutdown', textArg('-r'), textArg('now'))
    case 'Stop-Process':
      return program('kill', ...flags(['Force', '-9']), ...valuesOf(bound, ['Id', 'Name'], 0).map(plainArg))
    default:
      return undefined
  }
}

export function plainArg(word: PsWord): Arg {
  if (word.block !== undefined) return textArg(word.source)
  return { parts: word.parts.length === 0 && word.inner.length > 0 ? [UNKNOWN] : word.parts, isMany: false, source: word.source }
}

/** A path, with the separators that every rule is written in. */
export function pathArg(word: PsWord): Arg {
  const parts = word.parts.map(
    (part): Part =>
      part.kind === 'text'
        ? { kind: 'text', text: part.text.replaceAll('\\', '/').replace(/^(?:Microsoft\.PowerShell\.Core[\\/])?FileSystem::/i, '') }
        : part,
  )
  const [first, ...rest] = parts
  const isHome = word.isBare && first?.kind === 'text' && /^~(\/|$)/.test(first.text)
  const home: Part = { kind: 'place', place: 'home', written: '~' }
  const after = isHome ? first.text.slice(1) : ''
  return {
    parts: isHome ? [home, ...(after === '' ? [] : [{ kind: 'text' as const, text: after }]), ...rest] : parts,
    isMany: false,
    source: word.source,
  }
}
