/** Cmdlets: what they are called for short, and the plain program that does the same. */

/** `kind` as in the table: '' an operand, `!` a hidden one, `@` one with an option before it, `:` a switch, `=` a value behind its name alone. */
export type Parameter = { readonly name: string; readonly kind: string; readonly flag: string }
/** `program`: the plain one; a lone sign is what castellan does itself (run-script.ts); '' is nothing. */
export type Cmdlet = { readonly name: string; readonly program: string; readonly words: readonly (string | Parameter)[] }

/**
 * Names and short names, each behind the cmdlet it stands for, then the program and its words. A word with a capital is a parameter: `Path` an operand,
 * `Value!` a hidden one, `Recurse:-r` a switch and what becomes of it, `OutFile=-o` named, `Destination@-o` an operand with an option before it.
 */
const TABLE = `Remove-Item,rm,del,erase,rd,rmdir,ri rm Recurse:-r Force:-f Path
Get-Content,gc,cat,type,more,Import-Csv cat Path
Set-Content,sc,Export-Csv,Out-File,Tee-Object,tee tee Append:-a Path Value!
Add-Content,ac tee -a Path Value!
Clear-Content,clc truncate -s 0 Path
New-Item,ni,md touch Path
Copy-Item,cp,copy,cpi,xcopy,robocopy cp Recurse:-r Force:-f Path Destination
Move-Item,mv,move,mi,Rename-Item,ren,rni,rename mv Force:-f Path Destination
Compress-Archive tar -c Path DestinationPath@-f
Expand-Archive tar -x Path@-f DestinationPath@-C
Select-String,sls,findstr grep Pattern Path
Get-ChildItem,ls,dir,gci,Get-Item,gi ls Recurse:-R Path
Invoke-WebRequest,iwr,curl,wget,Invoke-RestMethod,irm curl Method=-X Body=-d InFile=-T OutFile=-o Uri
Start-BitsTransfer curl Source Destination@-o
Stop-Computer shutdown -h now
Restart-Computer shutdown -r now
Stop-Process,kill,spps kill Force:-9 Id
Invoke-Expression,iex ! ScriptBlock
Invoke-Command,icm,Start-Job,sajb,ForEach-Object,foreach,%,Where-Object,where,? { ScriptBlock
Start-Process,saps,start & Path ArgumentList
Set-Location,cd,chdir,sl,Push-Location,pushd,Pop-Location,popd / Path
Add-Type,Set-Alias,sal,New-Alias,nal,Invoke-WmiMethod,iwmi,Invoke-CimMethod,icim ?
New-Object * TypeName
Write-Output,echo,write,Set-Variable,sv,set -`

/** Parameters of many cmdlets that have a value. The value of any other counts as an operand. */
const VALUES =
  'LiteralPath Filter Include Exclude Encoding Stream ErrorAction ea Credential ItemType Name Headers ContentType WindowStyle Verb WorkingDirectory ComputerName'
    .split(' ')
    .map((name): Parameter => ({ name, kind: '=', flag: '' }))

const CMDLETS = new Map<string, Cmdlet>()
for (const line of TABLE.split('\n')) {
  const [names = '', program = '', ...rest] = line.split(' ')
  const words = rest.map(word => {
    const [, name, kind = '', flag = ''] = /^([A-Z]\w+)(\W?)(.*)$/.exec(word) ?? []
    return name === undefined ? word : { name, kind, flag }
  })
  let name = ''
  for (const one of names.split(',')) {
    if (one.includes('-')) name = one
    CMDLETS.set(one.toLowerCase(), { name, program, words })
  }
}

/** The cmdlet of that name, long or short; undefined: none that is known here, nor of a cmdlet's form. */
export function cmdletOf(name: string): Cmdlet | undefined {
  const plain = name.replace(/^.*\\(?=\w+-\w+$)/, '')
  const known = CMDLETS.get(plain.toLowerCase())
  const isForm = /^[a-z]+-[a-z]+$/i.test(plain)
  return known ?? (isForm ? { name: plain.replace(/^[a-z]|-[a-z]/g, letter => letter.toUpperCase()), program: '', words: [] } : undefined)
}

/** The parameter that `-given` means, cut short as it may be. */
export function parameterOf({ words }: Cmdlet, given: string): Parameter | undefined {
  const plain = given.toLowerCase()
  const all = [...words.filter(word => typeof word !== 'string'), ...VALUES]
  return all.find(({ name }) => name.toLowerCase().startsWith(plain))
}
