/** One argument, quoted so that a shell passes it on unchanged. */
const quoted = (argument: string): string => `'${argument.replaceAll("'", `'\\''`)}'`

/**
 * The shell line that runs exactly this program with these arguments, for the evaluator of command lines; `input` becomes its standard input.
 * undefined when `argv` is no list of texts, or empty.
 */
export const argvLine = (argv: unknown, input: unknown): string | undefined => {
  const isCommand = Array.isArray(argv) && argv.length > 0 && argv.every(argument => typeof argument === 'string')
  if (!isCommand) return undefined
  const line = (argv as string[]).map(quoted).join(' ')
  return typeof input === 'string' ? `${line} <<< ${quoted(input)}` : line
}
