// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell expansions are written as they are
/** Shapes of command lines that have made readers of shell hang, overflow or grow without end, each as long as asked. */

const repeat = (piece: string, size: number): string => piece.repeat(Math.max(1, Math.ceil(size / piece.length)))
const nest = (open: string, middle: string, close: string, size: number): string => {
  const depth = Math.max(1, Math.floor(size / (open.length + close.length)))
  return open.repeat(depth) + middle + close.repeat(depth)
}
const numbered = (piece: (at: number) => string, size: number): string => {
  let text = ''
  for (let at = 0; text.length < size; at++) text += piece(at)
  return text
}

/** By name, a line of about `size` UTF-16 code units. */
export const ATTACK_SHAPES: Readonly<Record<string, (size: number) => string>> = {
  'nested substitutions': size => `echo ${nest('$(', 'rm x', ')', size)}`,
  'nested substitutions in quotes': size => `echo ${nest('"$(echo ', 'x', ')"', size)}`,
  'nested backticks': size => `echo ${repeat('`echo \\', size)}`,
  'nested subshells': size => nest('(', 'rm x', ')', size),
  'nested groups': size => nest('{ ', 'rm x;', ' };', size),
  'nested arithmetic': size => `echo $((${nest('(', '1', ')', size)}))`,
  'long arithmetic': size => `echo $((1${repeat('+1', size)}))`,
  'old arithmetic': size => `echo ${repeat('$[', size)}`,
  'nested parameters': size => `echo ${nest('${a:-', 'x', '}', size)}`,
  'doubling values': size => `a=xx; ${repeat('a=$a$a; ', size)} $a x`,
  'doubling evals': size => `a='eval "$a;$a"'; ${repeat('eval "$a"; ', size)}`,
  'chained variables': size => numbered(at => `v${at + 1}=$v${at}; `, size),
  'brace product': size => `echo ${repeat('{a,b,c}', size)}`,
  'nested braces': size => `echo ${nest('{a,', 'b', '}', size)}`,
  'brace sequences': size => `echo ${repeat('{1..9999}', size)}`,
  'unclosed braces': size => `echo ${repeat('{a,', size)}`,
  heredocs: size => numbered(at => `cat <<E${at}\nx\nE${at}\n`, size),
  'open heredocs': size => repeat('<<E ', size),
  'one long heredoc': size => `bash <<E\n${repeat('rm x; ', size)}\nE\n`,
  'nested heredocs': size => numbered(at => `bash <<E${at}\n`, size),
  'here-strings': size => repeat('bash <<< "rm x"; ', size),
  'array elements': size => `a=(${repeat('x ', size)}); "\${a[@]}"`,
  'array products': size => `a=(${repeat('x ', size / 2)}); ${repeat('echo "${a[@]}" "${a[@]}"; ', size / 2)}`,
  'array assignments': size => `${numbered(at => `a[${at}]=x; `, size)} "\${a[@]}"`,
  'one huge word': size => repeat('x', size),
  'one huge quoted word': size => `"${repeat('\\"', size)}"`,
  'many words': size => `rm ${repeat('a ', size)}`,
  'many globs': size => `rm ${repeat('*', size)}`,
  'globbed words': size => `rm ${repeat('/a/*?[b]** ', size)}`,
  'extended globs': size => `rm ${nest('+(', 'a', ')', size)}`,
  'pattern removal': size => `a=${repeat('ab', size / 2)}; echo \${a//${repeat('*a', size / 2)}/x}`,
  'case patterns': size => `case x in ${repeat('a*|', size)}b) rm x;; esac`,
  functions: size => numbered(at => `f${at}() { f${at + 1}; }; `, size),
  'recursive functions': size => `f() { f; f; ${repeat('f "$@" "$@"; ', size)} }; f a b`,
  'long pipeline': size => `${repeat('cat | ', size)}sh`,
  'many separators': size => repeat(';', size),
  'nested loops': size => nest('for i in $i a b; do ', 'rm $i;', ' done;', size),
  'nested tests': size => `[[ ${nest('( ', 'a', ' )', size)} ]]`,
  'wrappers in wrappers': size => `${repeat('sudo env timeout 5 nice ', size)}rm x`,
  'shells in shells': size => {
    let text = 'rm x'
    while (text.length < size && text.length < 1 << 20) text = `sh -c ${JSON.stringify(text)}`
    return text
  },
  xargs: size => `${repeat('xargs -I{} sh -c ', size)}"{}"`,
  'find actions': size => `find . ${repeat('-exec rm {} \\; ', size)}`,
  'find deletions': size => `find ${repeat('a ', size / 2)}${repeat('-delete ', size / 2)}`,
  decoders: size => `echo ${repeat('QUJD', size)} | ${repeat('base64 -d | base64 | ', Math.min(size, 4000))} sh`,
  'ansi-c quotes': size => `$'${repeat('\\x72', size)}'`,
  'printf formats': size => `$(printf '${repeat('%s%d', size)}' ${repeat('a ', Math.min(size, 4000))})`,
  options: size => `git ${repeat('-c a=b ', size)} push`,
  clusters: size => `rm -${repeat('rf', size)} x`,
  redirections: size => `cat ${repeat('>x ', size)}`,
  'process substitutions': size => `cat ${nest('<(cat ', 'x', ')', size)}`,
  'assignment prefixes': size => `${numbered(at => `A${at}=$A `, size)}rm x`,
  'git configuration': size => `git ${numbered(at => `-c alias.a${at}=!a${at + 1} `, size)} a0`,
  'awkward bytes': size => repeat('\0\ud800\u2028\r\ufeff', size),
  'open quotes': size => repeat(`"'`, size),
  comments: size => repeat('#\n', size),
}

const CODE = ['python3 -c', 'node -e', 'ruby -e', 'perl -e', 'php -r', 'awk', 'sed -e']
const CODE_PIECES: Readonly<Record<string, string>> = {
  calls: 'os.system(',
  'closed calls': 'open("a");',
  'calls of calls': 'eval(exec(',
  joins: '"a"+',
  'quotes in turn': '"`',
  escapes: '\\',
  comments: '#\n',
  'open comments': '/*',
  'triple quotes': '"""',
  assignments: 'x="a";',
  'names handed on': 'a=b;b=a;',
  members: 'a.b.',
  brackets: '([{',
  lists: '["a",',
  processes: 'subprocess.run(["rm","-rf",p]);',
  imports: 'import os;from os import remove as r;',
  patterns: '/a/;',
  lines: 'unlink "a";\n',
}

/** Code of other languages on the line, each piece over and over. */
export const CODE_SHAPES: Readonly<Record<string, (size: number) => string>> = Object.fromEntries(
  CODE.flatMap(program =>
    Object.entries(CODE_PIECES).map(([name, piece]) => [`${program}: ${name}`, (size: number) => `${program} '${repeat(piece, size)}'`]),
  ),
)

/** Lines of PowerShell. */
export const POWERSHELL_SHAPES: Readonly<Record<string, (size: number) => string>> = {
  'nested subexpressions': size => nest('$(', 'rm x', ')', size),
  'nested groups': size => nest('(', 'rm x', ')', size),
  'nested blocks': size => nest('& { ', 'rm x', ' }', size),
  'nested arrays': size => nest('@(', 'x', ')', size),
  'nested tables': size => nest('@{a=', '1', '}', size),
  'calls in calls': size => `$a${repeat('.b(', size)}`,
  'subexpressions in quotes': size => repeat('"$(rm x)" ', size),
  'open here-strings': size => repeat('@"\n', size),
  'here-strings': size => repeat('@"\nrm x\n"@\n', size),
  backticks: size => repeat('`', size),
  'quotes in turn': size => repeat(`"'`, size),
  'doubling values': size => repeat('$a=$a+$a; ', size),
  sums: size => `iex (${repeat("'rm '+", size)}'x')`,
  joins: size => `iex (${repeat("'r',", size)}'m' -join '')`,
  formats: size => `iex ('${repeat('{0}', size)}' -f 'rm')`,
  characters: size => `iex (${repeat('[char]114+', size)}'x')`,
  expressions: size => repeat('iex "', size),
  encoded: size => `powershell -e ${repeat('cgBtACAAeAA', size)}`,
  'cmd lines': size => `cmd /c "${repeat('del x & ', size)}"`,
  carets: size => `cmd /c "${repeat('^', size)}"`,
  'cmd variables': size => `cmd /c "${repeat('%a%', size)}"`,
  conditions: size => repeat('if(1){rm x}', size),
  pipelines: size => repeat('gci | ', size),
  separators: size => repeat(';', size),
  comments: size => repeat('<#', size),
  parameters: size => `rm ${repeat('-a ', size)}`,
  lists: size => `rm ${repeat('a,', size)}`,
  functions: size => repeat('function f { f }; ', size),
  '.NET calls': size => repeat('[IO.File]::Delete("x"); ', size),
  indexes: size => `iex $a${repeat('[0]', size)}`,
  brackets: size => repeat('[', size),
  dollars: size => repeat('$', size),
}
