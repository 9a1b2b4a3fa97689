/** The command line: what can be asked, and what each answer's exit code is. */
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { DECISIONS } from '../audit/record-schema.ts'
import { auditReport, type ReportOptions } from './commands/audit-report.ts'
import { auditShow, type ShowOptions } from './commands/audit-show.ts'
import { auditVerify, type VerifyCommandOptions } from './commands/audit-verify.ts'
import { type BuildOptions, build } from './commands/build.ts'
import { check } from './commands/check.ts'
import { type DiffOptions, diff } from './commands/diff.ts'
import { type ExplainOptions, explain } from './commands/explain.ts'
import { type LintOptions, lint } from './commands/lint.ts'
import { redact } from './commands/redact.ts'
import { checkRedaction } from './commands/redact-check.ts'
import { explainRedaction } from './commands/redact-explain.ts'
import { type ReplayCommandOptions, replayTranscripts } from './commands/replay.ts'
import { type ScrubOptions, scrubSaved } from './commands/scrub.ts'
import { type TestOptions, test } from './commands/test.ts'
import { EXIT } from './exit.ts'
import type { Io } from './io.ts'
import { defaultPolicy } from './load-policy.ts'
import { castellanVersion } from './package-root.ts'
import type { ValueOptions } from './secret-values.ts'

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
    .showHelpAfterError('\nAdd --help to see what it takes, with an example.')
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
    .option('--values', 'read the sources of its secrets here, running its commands, and name what would be refused; values are not shown')
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

  const withValues = (command: Command): Command =>
    command
      .option('--env <name...>', 'environment variables whose values are secrets')
      .option('--dotenv <file...>', 'dotenv files, every value of which is a secret')
      .option('--policy <folder>', "every source of this policy's secrets, read as a session in this folder would; its commands are run")
  const redaction = withValues(castellan.command('redact'))
    .description('Read a text on stdin and write it without the secrets in it.')
    .addHelpText('after', example('castellan redact --dotenv .env < build.log'))
    .action((options: ValueOptions) => finish(redact(options, io)))
  redaction
    .command('check')
    .description('Run recorded cases of redaction, one JSON object a line.')
    .requiredOption('--cases <file>', 'the cases, each with its secrets, a text and what should be left of it')
    .option(...JSON_OPTION)
    .addHelpText('after', example('castellan redact check --cases redact-cases.jsonl'))
    .action((options: { cases: string; json?: boolean }) => finish(checkRedaction(options, io)))
  withValues(redaction.command('explain'))
    .description('Read a text on stdin and say which secrets stand in it, how they are written and where. Nothing of the text is shown.')
    .option(...JSON_OPTION)
    .addHelpText('after', example('castellan redact explain --env GITHUB_TOKEN < build.log'))
    // The parent has the same options, and takes them first.
    .action((_options: object, command: Command) => finish(explainRedaction(command.optsWithGlobals(), io)))

  withValues(castellan.command('scrub'))
    .description('Take secrets out of what Claude Code has saved of sessions, in place: transcripts, spilled output, prompt histories.')
    .argument('<transcripts...>', 'saved files (*.jsonl), or folders of them; name them before the options')
    .option('--no-backup', 'keep no copy of a file as it was')
    .option('--remove-backups', 'delete the copies, *.before-scrub, that this and earlier runs have kept; they hold the values')
    .option(...JSON_OPTION)
    .addHelpText('after', example('castellan scrub ~/.claude/projects --policy my-policy'))
    .action((paths: string[], options: ScrubOptions & ValueOptions) => finish(scrubSaved(paths, options, io)))

  auditCommands(castellan, io, finish)

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

const LOGS = 'files of records (*.jsonl of a spool, or what a collector wrote of spans), folders of them, or - for stdin'

function auditCommands(castellan: Command, io: Io, finish: (code: number) => void): void {
  const audit = castellan.command('audit').description('Read the records that sessions kept or shipped.')
  const withChecks = (command: Command): Command =>
    command
      .option('--key-env <name>', 'the environment variable that holds the key of the macs')
      .option('--policy <folder...>', 'policies that were deployed: records under any other are told')
      .option('--policy-digest <digest...>', 'the same by their digests')
      .option('--anchor <chain:number:hash...>', 'records known from elsewhere, which must be there')
      .option('--complete', 'every chain must have its end, and every chain that is named be there')
      .option('--part', 'the logs are part of longer ones: a chain may begin in its midst')

  withChecks(audit.command('verify'))
    .description('Say whether logs are whole: nothing edited, removed, reordered, cut off or put in.')
    .argument('<files...>', LOGS)
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      `\nExit codes: 0 whole; 1 findings; 2 bad input.${example('castellan audit verify audit/ --key-env AUDIT_KEY --complete')}`,
    )
    .action((files: string[], options: VerifyCommandOptions) => finish(auditVerify(files, options, io)))

  audit
    .command('show')
    .description('Show records, one a line.')
    .argument('<files...>', LOGS)
    .option('--session <id>', 'of sessions whose id starts so')
    .option('--event <glob>', 'of these events, like tool.*')
    .addOption(new Option('--decision <word>', 'with this decision').choices(DECISIONS))
    .option('--rule <glob>', 'in which such a rule spoke')
    .option('--tool <glob>', 'of these tools')
    .option('--since <time>', 'from this time on: a date, a time, or so long ago (90m, 2h, 7d)')
    .option('--until <time>', 'before this time')
    .option('--follow', 'go on as the files grow')
    .option('--json', 'one JSON object a line')
    .addHelpText('after', example('castellan audit show audit/ --decision deny --since 7d'))
    .action((files: string[], options: ShowOptions) => finish(auditShow(files, options, io)))

  withChecks(audit.command('report'))
    .description('Write a page about logs, for people: what was denied, asked, redacted and refused, and whether the logs are whole.')
    .argument('<files...>', LOGS)
    .requiredOption('--out <file>', 'the page to write (HTML, nothing else is needed to read it)')
    .addHelpText('after', example('castellan audit report audit/ --out report.html'))
    .action((files: string[], options: ReportOptions) => finish(auditReport(files, options, io)))
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
