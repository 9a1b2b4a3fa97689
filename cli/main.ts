/** The command line: what can be asked, and what each answer's exit code is. */
import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { type BuildOptions, build } from './commands/build.ts'
import { check } from './commands/check.ts'
import { type DiffOptions, diff } from './commands/diff.ts'
import { type ExplainOptions, explain } from './commands/explain.ts'
import { type LintOptions, lint } from './commands/lint.ts'
import { type ReplayCommandOptions, replayTranscripts } from './commands/replay.ts'
import { type TestOptions, test } from './commands/test.ts'
import { EXIT } from './exit.ts'
import type { Io } from './io.ts'
import { defaultPolicy } from './load-policy.ts'
import { castellanVersion } from './package-root.ts'

type Run<O> = (folder: string, options: O, io: Io) => number

const JSON_OPTION = ['--json', 'answer as JSON'] as const

const EXIT_CODES = `
Exit codes: 0 well; 1 the policy or the cases fail; 2 bad input or usage; 3 no engine found; 70 a bug in castellan.`

const example = (text: string): string => `\nExample:\n  $ ${text}`

/** A whole number that is not negative. */
function count(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It is a whole number.')
  return Number(text)
}

/** Builds the parser. `finish` takes the exit code of the command that ran. */
function program(io: Io, finish: (code: number) => void): Command {
  const castellan = new Command('castellan')
    .description("An organisation's own policy mod for Claude Code: lint, test, explain and build a policy folder.")
    .version(castellanVersion())
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: io.err, getOutHasColors: () => false, getErrHasColors: () => false })
    .addHelpText('after', EXIT_CODES + example('castellan build policies/reference --out build/acme'))

  const policyCommand = <O extends { json?: boolean }>(name: string, description: string, shown: string, run: Run<O>): Command =>
    castellan
      .command(name)
      .description(description)
      .argument('[policy]', 'the policy folder (default: this folder, else policies/reference)')
      .option(...JSON_OPTION)
      .addHelpText('after', example(shown))
      .action((named: string | undefined, options: O) => {
        const folder = named ?? defaultPolicy(io.cwd)
        if (folder !== undefined) return finish(run(folder, options, io))
        io.err('Name a policy folder: this folder holds no castellan.yaml, and neither does policies/reference.\n')
        finish(EXIT.badInput)
      })

  policyCommand<BuildOptions>(
    'build',
    'Build the plugin, its marketplace and the managed settings that seat it.',
    'castellan build my-policy --out build/acme --seat-at /opt/acme/castellan',
    build,
  )
    .requiredOption('--out <dir>', 'the folder to write; an earlier build there is replaced')
    .option('--seat-at <abs>', 'where the folder will lie on the machines (default: --out)')
    .option('--engine <path>', 'the Claude Code program that checks the build')
    .option('--unchecked', 'build without asking an engine')

  policyCommand<LintOptions>(
    'lint',
    'Say everything that is wrong or doubtful in a policy folder.',
    'castellan lint my-policy --max-warnings 0',
    lint,
  )
    .option('--max-warnings <n>', 'exit 1 on more warnings than this', count)
    .option('--shipped', 'look at the tables that ship with castellan as well')
  policyCommand<TestOptions>(
    'test',
    "Run the rules' own tests, and find the parts of rules that no test would miss.",
    'castellan test my-policy --coverage --cases cases.jsonl',
    test,
  )
    .option('--no-mutate', 'do not try what the tests would notice')
    .option('--every-name', 'try each name and glob of a list as well')
    .option('--shipped', 'tell about the tables that ship with castellan as well')
    .option('--strict-mutation', 'exit 1 when a change is told about that no test notices')
    .option('--coverage', 'say which rules nothing reaches: no test of another rule, or no case')
    .option('--cases <file>', 'the cases for --coverage')

  policyCommand<{ cases: string; json?: boolean }>(
    'check',
    'Run recorded cases, one JSON object a line.',
    'castellan check my-policy --cases cases.jsonl',
    check,
  ).requiredOption('--cases <file>', 'the cases, each with what it should come to')

  castellan
    .command('diff')
    .description('Say which recorded cases come out otherwise under another policy, and where it lets more through.')
    .argument('<old>', 'the policy folder as it was')
    .argument('<new>', 'the policy folder as it would be')
    .requiredOption('--cases <file>', 'the cases, one JSON object a line; what they expect does not count')
    .option('--no-widen', 'exit 1 when the new policy lets any case pass further than the old one')
    .option(...JSON_OPTION)
    .addHelpText('after', example('castellan diff acme-v1 acme-v2 --cases cases.jsonl --no-widen'))
    .action((old: string, now: string, options: DiffOptions) => finish(diff(old, now, options, io)))

  castellan
    .command('replay')
    .description('Say what a policy would have denied and asked in sessions that are over. What looks like a secret is not printed.')
    .argument('<transcripts...>', 'transcripts of Claude Code (*.jsonl), or folders of them')
    .option('--policy <folder>', 'the policy folder (default: this folder, else policies/reference)')
    .option('--sample <n>', 'judge so many calls, chosen at random', count)
    .option('--seed <n>', 'what the choice starts from: the same seed, the same calls (default: 1)', count)
    .option('--examples <n>', 'calls shown for each rule (default: 3)', count)
    .option('--home <dir>', 'what ~ stands for where the transcript does not tell (default: your own)')
    .option(...JSON_OPTION)
    .addHelpText('after', example('castellan replay ~/.claude/projects --policy my-policy --sample 5000'))
    .action((paths: string[], options: ReplayCommandOptions) => finish(replayTranscripts(paths, options, io)))

  policyCommand<ExplainOptions>(
    'explain',
    'Show what castellan finds in one call, which rules speak and what is decided.',
    `castellan explain my-policy --tool Bash --input '{"command":"git push -f"}'`,
    explain,
  )
    .option('--tool <name>', 'a tool call')
    .option('--input <json>', 'its input')
    .option('--mention <path>', 'an @ mention of a file')
    .option('--call <noun.verb>', "a mod's own $ call")
    .option('--args <json>', 'its arguments')
    .option('--from <plugin>', 'the plugin that makes it')
    .option('--tier <tier>', "that plugin's tier")
    .option('--agent <which>', 'main or sub')
    .option('--cwd <dir>', 'where relative paths start')
  return castellan
}

function reportBug(error: unknown, io: Io): number {
  const said = error instanceof Error ? error.message : String(error)
  io.err(
    `castellan: this is a bug, please report it with what you ran: ${said.replace(/\s+/g, ' ')} (set CASTELLAN_DEBUG=1 for where it happened)\n`,
  )
  if (io.env.CASTELLAN_DEBUG && error instanceof Error) io.err(`${error.stack}\n`)
  return EXIT.bug
}

/** Runs one command line (`argv` without the program's own name) and answers its exit code. Never throws. */
export function main(argv: readonly string[], io: Io): number {
  let code: number = EXIT.well
  try {
    program(io, finished => {
      code = finished
    }).parse(argv, { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.well : EXIT.badInput
    return reportBug(error, io)
  }
}
