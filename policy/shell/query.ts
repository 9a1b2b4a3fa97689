/** What database clients are handed to run: in options, as words, on their standard input, or in a file that the line itself wrote. */
import { type Arg, textOf, UNKNOWN_EXPANSION } from './arg.ts'
import { bareQuery, type Dialect } from './bare-query.ts'
import type { Context, Frame, Stdin } from './context.ts'
import type { Piece, Run } from './effects.ts'
import { optionSpecOf } from './option-specs.ts'
import { readOptions, valuesOf } from './read-options.ts'
import { streamOf } from './redirects.ts'

/** Stands for what only running the line tells. */
const GAP = '\0'

type Client = {
  readonly dialect: Dialect
  /** Options whose value is a query. */
  readonly queries: readonly string[]
  /** Options whose value is a file of them. */
  readonly files: readonly string[]
  /** The first word that is a query. */
  readonly from: number
}

/** `programs|dialect|options with a query|options with a file|first word that is one`. */
const TABLE = `psql pgcli|sql|-c --command|-f --file
mysql mariadb mycli|mysql|-e --execute --init-command
sqlite3 litecli|plain|-cmd|-init|1
duckdb|sql|-c -s -cmd|-f -init|1
clickhouse-client clickhouse|mysql|-q --query|--queries-file
cockroach usql heroku|sql|-e --execute -c --command|-f --file
sqlcmd|plain|-q -Q|-i
cqlsh trino presto|plain|-e --execute|-f --file
snowsql|sql|-q --query|-f --filename
beeline hive spark-sql|mysql|-e|-f
wrangler|plain|--command|--file
bq|mysql||
mongosh mongo|javascript|--eval|-f --file
redis-cli valkey-cli keydb-cli|redis|||0`

const CLIENTS: ReadonlyMap<string, Client> = new Map(
  TABLE.split('\n').flatMap(line => {
    const [names = '', dialect, queries = '', files = '', from = ''] = line.split('|')
    const client: Client = {
      dialect: dialect as Dialect,
      queries: queries.split(' '),
      files: files.split(' '),
      from: from === '' ? Number.POSITIVE_INFINITY : Number(from),
    }
    return names.split(' ').map(name => [name, client] as const)
  }),
)

/** The `code` of a run: without comments, and with its literals emptied. Nothing for a program that is no client, or is handed nothing. */
export function queryOf(name: string | undefined, args: readonly Arg[], frame: Frame, ctx: Context): Pick<Run, 'code'> {
  const client = name === undefined ? undefined : CLIENTS.get(name)
  if (name === undefined || client === undefined) return {}
  const text = handedTo(name, client, args, frame, ctx)
  if (text === undefined || !ctx.spend(1 + text.length / 64)) return {}
  const { dialect } = client
  const pieces = bareQuery(text, dialect)
    .split(GAP)
    .flatMap((part, at): Piece[] => [
      ...(at > 0 ? [{ kind: 'unknown' } as const] : []),
      ...(part === '' ? [] : [{ kind: 'text', text: part } as const]),
    ])
  const language = dialect === 'javascript' || dialect === 'redis' ? dialect : 'sql'
  return { code: { language, text: { pieces, isMany: false, source: '' } } }
}

function handedTo(
  name: string,
  { queries, files, from, dialect }: Client,
  args: readonly Arg[],
  frame: Frame,
  ctx: Context,
): string | undefined {
  const options = readOptions(optionSpecOf(name, []), args)
  const isQuery = name === 'bq' && textOf(options.words[0]) === 'query'
  const words = options.words.slice(isQuery ? 1 : from)
  const given = [...valuesOf(options, ...queries), ...words].map(gapped)
  const read = valuesOf(options, ...files).map(file => {
    const isInput = /^(-|\/dev\/stdin)$/.test(textOf(file) ?? '')
    return textIn(isInput ? frame.stdin : (streamOf(file, frame, ctx) ?? { kind: 'unknown' }))
  })
  const all = [...given, ...read]
  if (all.length > 0) return dialect === 'redis' ? all.join(' ').replaceAll('\n', ' ') : all.join(';\n')
  const isOpen = frame.stdin.kind !== 'none' && (name !== 'bq' || isQuery)
  return isOpen ? textIn(frame.stdin) : undefined
}

function gapped({ parts }: Arg): string {
  return parts.map(part => ('text' in part ? part.text : part.kind === 'place' && part.written !== undefined ? part.written : GAP)).join('')
}

/** Input with gaps is spelled as a script is. */
function textIn(stdin: Stdin): string {
  if (stdin.kind === 'text') return stdin.text
  return stdin.kind === 'none' ? '' : `${(stdin.around ?? '').replaceAll(UNKNOWN_EXPANSION, GAP)}${GAP}`
}
