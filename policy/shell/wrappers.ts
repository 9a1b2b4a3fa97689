/** Programs whose remaining words are a command of their own, and where that command begins. */
import { type Arg, dropStart, isManyUnknown, knownStart, textOf } from './arg.ts'

/** How a wrapper reads its own words. `short` and `long` are the options that take a value. */
export type Wrapper = {
  readonly short: string
  readonly long: readonly string[]
  /** Words of its own between the options and the command (`timeout 5`). */
  readonly operands: number
  /** `NAME=value` words may stand before the command. */
  readonly takesAssignments: boolean
  /** With one of these nothing runs (`command -v`). */
  readonly inertFlags: string
  /** With one of these and no command, a shell runs that reads its input (`sudo -s`). */
  readonly shellFlags: string
  /** The words after it are joined and read by a shell (`watch`, `ssh`), unless one of `wordFlags` is there. */
  readonly isJoined: boolean
  readonly wordFlags: string
  /** With one of these the words are joined and read by a shell. */
  readonly joinedFlags: string
  /** Option that changes the directory the command starts in. */
  readonly directoryFlags: readonly string[]
  /** Options whose value is a script (`su -c`). */
  readonly codeFlags: readonly string[]
  /** The words after it are the arguments of a shell (`su user -- -c 'x'`). */
  readonly isShell: boolean
  readonly isInProcess: boolean
  readonly isRemote: boolean
}

/** A wrapper with no words of its own but flags. */
export const PLAIN: Wrapper = {
  short: '',
  long: [],
  operands: 0,
  takesAssignments: false,
  inertFlags: '',
  shellFlags: '',
  isJoined: false,
  wordFlags: '',
  joinedFlags: '',
  directoryFlags: [],
  codeFlags: [],
  isShell: false,
  isInProcess: false,
  isRemote: false,
}

const SUDO_LONG = [
  '--user',
  '--group',
  '--host',
  '--prompt',
  '--close-from',
  '--chdir',
  '--chroot',
  '--role',
  '--type',
  '--command-timeout',
  '--other-user',
  '--auth-type',
  '--login-class',
]
const STRACE_SHORT = 'abEeIOopPSsUuX'

const SU: Wrapper = {
  ...PLAIN,
  short: 'cgGsw',
  long: ['--command', '--session-command', '--group', '--supp-group', '--shell', '--whitelist-environment'],
  operands: 1,
  shellFlags: '*',
  codeFlags: ['-c', '--command', '--session-command'],
  isShell: true,
}
const RUNUSER_AS: Wrapper = { ...PLAIN, short: 'ugG', long: ['--user', '--group', '--supp-group'] }

const ENTR: Wrapper = { ...PLAIN, joinedFlags: 's' }

/** The dynamic loader, run by name. */
const LOADERS = 'ld.so ld-linux.so.2 ld-linux-x86-64.so.2 ld-linux-aarch64.so.1 ld-musl-x86_64.so.1 ld-musl-aarch64.so.1'
const LOADER: Wrapper = {
  ...PLAIN,
  long: ['--library-path', '--inhibit-rpath', '--audit', '--preload', '--argv0', '--glibc-hwcaps-prepend', '--glibc-hwcaps-mask'],
}

const each = (names: string, wrapper: Wrapper) => names.split(' ').map(name => [name, wrapper] as const)

const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  [
    'sudo',
    {
      ...PLAIN,
      short: 'ughpCDRrtTUac',
      long: SUDO_LONG,
      takesAssignments: true,
      inertFlags: 'elvKV',
      shellFlags: 'si',
      directoryFlags: ['-D', '--chdir', '-R', '--chroot', '-i'],
    },
  ],
  ['doas', { ...PLAIN, short: 'uCa', shellFlags: 's' }],
  [
    'env',
    {
      ...PLAIN,
      short: 'uCPaS',
      long: ['--unset', '--chdir', '--argv0', '--split-string'],
      takesAssignments: true,
      directoryFlags: ['-C', '--chdir'],
    },
  ],
  ['nice', { ...PLAIN, short: 'n', long: ['--adjustment'] }],
  ['ionice', { ...PLAIN, short: 'cnpPu', long: ['--class', '--classdata', '--pid', '--pgid', '--uid'] }],
  ['time', { ...PLAIN, short: 'of', long: ['--output', '--format'] }],
  ['stdbuf', { ...PLAIN, short: 'ioe', long: ['--input', '--output', '--error'] }],
  ['command', { ...PLAIN, inertFlags: 'vV', isInProcess: true }],
  ['builtin', { ...PLAIN, isInProcess: true }],
  ['exec', { ...PLAIN, short: 'a' }],
  ['noglob', { ...PLAIN, isInProcess: true }],
  ['nocorrect', { ...PLAIN, isInProcess: true }],
  ['-', { ...PLAIN, isInProcess: true }],
  ['chroot', { ...PLAIN, long: ['--userspec', '--groups'], operands: 1, directoryFlags: ['*'] }],
  [
    'unshare',
    {
      ...PLAIN,
      short: 'SGRw',
      long: [
        '--setuid',
        '--setgid',
        '--root',
        '--wd',
        '--map-user',
        '--map-group',
        '--map-users',
        '--map-groups',
        '--propagation',
        '--setgroups',
        '--monotonic',
        '--boottime',
      ],
      directoryFlags: ['-R', '--root', '-w', '--wd'],
    },
  ],
  ['strace', { ...PLAIN, short: STRACE_SHORT }],
  ['ltrace', { ...PLAIN, short: 'aAdDeFlnopsuxX' }],
  ['watch', { ...PLAIN, short: 'nqs', long: ['--interval', '--equexit', '--shotsdir'], isJoined: true, wordFlags: 'x' }],
  ['ssh', { ...PLAIN, short: 'BbcDEeFIiJLlmOopQRSWw', operands: 1, shellFlags: '*', isJoined: true, isRemote: true }],
  ['su', SU],
  ['runuser', SU],
  [
    'script',
    {
      ...PLAIN,
      short: 'cEIOBTmo',
      long: ['--command', '--echo', '--log-in', '--log-out', '--log-io', '--log-timing', '--logging-format', '--output-limit'],
      operands: 1,
      shellFlags: '*',
      codeFlags: ['-c', '--command'],
    },
  ],
  [
    'flock',
    {
      ...PLAIN,
      short: 'cwE',
      long: ['--command', '--timeout', '--wait', '--conflict-exit-code'],
      operands: 1,
      codeFlags: ['-c', '--command'],
    },
  ],
  ['chrt', { ...PLAIN, short: 'TPD', long: ['--sched-runtime', '--sched-period', '--sched-deadline'], operands: 1 }],
  ['pkexec', { ...PLAIN, long: ['--user'] }],
  ['caffeinate', { ...PLAIN, short: 'tw' }],
  ['fakeroot', { ...PLAIN, short: 'lsibf', long: ['--lib', '--faked'] }],
  ['tini', { ...PLAIN, short: 'ep' }],
  [
    'systemd-run',
    {
      ...PLAIN,
      short: 'puEMHC',
      long: [
        '--property',
        '--unit',
        '--slice',
        '--uid',
        '--gid',
        '--nice',
        '--working-directory',
        '--setenv',
        '--on-active',
        '--on-boot',
        '--on-startup',
        '--on-unit-active',
        '--on-unit-inactive',
        '--on-calendar',
        '--timer-property',
        '--path-property',
        '--socket-property',
        '--description',
        '--machine',
        '--host',
        '--service-type',
      ],
      directoryFlags: ['--working-directory'],
    },
  ],
  ['nsenter', { ...PLAIN, short: 'tSG', long: ['--target', '--setuid', '--setgid'], directoryFlags: ['*'] }],
  ['torsocks', { ...PLAIN, short: 'uPapt' }],
  ['dbus-run-session', { ...PLAIN, long: ['--config-file', '--dbus-daemon'] }],
  [
    'xvfb-run',
    { ...PLAIN, short: 'efnpsw', long: ['--error-file', '--auth-file', '--server-num', '--xauth-protocol', '--server-args', '--wait'] },
  ],
  [
    'setpriv',
    {
      ...PLAIN,
      long: [
        '--reuid',
        '--regid',
        '--ruid',
        '--euid',
        '--rgid',
        '--egid',
        '--groups',
        '--inh-caps',
        '--ambient-caps',
        '--bounding-set',
        '--securebits',
        '--pdeathsig',
        '--selinux-label',
        '--apparmor-profile',
      ],
    },
  ],
  ['sg', { ...PLAIN, short: 'c', operands: 1, codeFlags: ['-c'], isJoined: true }],
  ['numactl', { ...PLAIN, short: 'iNmCpPx', long: ['--interleave', '--cpunodebind', '--membind', '--physcpubind', '--preferred'] }],
  ['prlimit', { ...PLAIN, short: 'po', long: ['--pid', '--output'] }],
  ['trickle', { ...PLAIN, short: 'udwtlnPLN' }],
  ['entr', ENTR],
  ['sshpass', { ...PLAIN, short: 'pfdP' }],
  ['dbus-launch', { ...PLAIN, long: ['--config-file'] }],
  ['ssh-agent', { ...PLAIN, short: 'aEtOP' }],
  ['cgexec', { ...PLAIN, short: 'g' }],
  ['newgrp', { ...PLAIN, short: 'c', operands: 1, codeFlags: ['-c'] }],
  ...each(LOADERS, LOADER),
  ...each(
    'nohup setsid arch systemd-inhibit linux32 linux64 chronic unbuffer dumb-init firejail valgrind catchsegv eatmydata torify heaptrack ifne',
    PLAIN,
  ),
  ...each('gosu su-exec taskset setarch faketime envdir setuidgid s6-setuidgid', { ...PLAIN, operands: 1 }),
  ...each('timeout gtimeout', { ...PLAIN, short: 'sk', long: ['--signal', '--kill-after'], operands: 1 }),
  ...each('proxychains proxychains4', { ...PLAIN, short: 'f' }),
])

/** Programs that exist to run others and whose words are not read here: any program might run. */
const UNREAD = new Set('bwrap proot capsh runcon cpulimit rlwrap'.split(' '))

export function wrapperOf(name: string, args: readonly Arg[]): Wrapper | undefined {
  const isRunAs = name === 'runuser' && args.some(arg => /^(-u|--user)/.test(knownStart(arg)))
  return isRunAs ? RUNUSER_AS : WRAPPERS.get(name)
}

export function isUnreadWrapper(name: string): boolean {
  return UNREAD.has(name)
}

/** `command` undefined: nothing is run. `isUncertain`: where the command begins cannot be told for sure. */
export type Unwrapped = {
  readonly command: readonly Arg[] | undefined
  readonly isUncertain: boolean
  readonly flags: readonly string[]
  /** Values of options, by option. */
  readonly values: ReadonlyMap<string, Arg>
  /** `NAME=value` words in front of the command. */
  readonly assignments: readonly Arg[]
}

// Looking a global up costs more than using it, in the engine.
const OwnMap = Map

/** Reads a wrapper's own words off the front of `args` (which do not hold the program). Options may be cut short (`--sig`). */
export function unwrap(wrapper: Wrapper, args: readonly Arg[]): Unwrapped {
  const flags: string[] = []
  const values = new OwnMap<string, Arg>()
  const assignments: Arg[] = []
  let isUncertain = false
  let operands = wrapper.operands
  let isOver = false
  let i = 0
  const takeValue = (flag: string): void => {
    const value = args[++i]
    if (value === undefined) return
    values.set(flag, value)
    isUncertain ||= isManyUnknown(value)
  }
  for (; i < args.length; i++) {
    const arg = args[i] as Arg
    const start = knownStart(arg)
    const isWhole = textOf(arg) !== undefined
    const isOption = !isOver && start.startsWith('-') && start !== '-'
    const isAssignment = wrapper.takesAssignments && /^[A-Za-z_]\w*=/.test(start)
    const isBareDash = !isOver && start === '-' && isWhole && (wrapper.takesAssignments || wrapper.isShell)
    if (isOption && start === '--' && isWhole) isOver = true
    else if (isOption && start.startsWith('--')) {
      const [name = start] = start.split('=', 1)
      const full = wrapper.long.find(option => option === name) ?? wrapper.long.find(option => option.startsWith(name)) ?? name
      flags.push(full)
      const isHolding = start.includes('=')
      if (isHolding) values.set(full, dropStart(arg, name.length + 1))
      else if (wrapper.long.includes(full)) takeValue(full)
      isUncertain ||= !isWhole && !isHolding
    } else if (isOption) {
      const at = [...start].findIndex((char, index) => index > 0 && wrapper.short.includes(char))
      flags.push(...[...start.slice(1, at < 0 ? undefined : at + 1)].map(char => `-${char}`))
      const flag = `-${start[at]}`
      const isHolding = at >= 0 && (at < start.length - 1 || !isWhole)
      if (isHolding) values.set(flag, dropStart(arg, at + 1))
      else if (at >= 0) takeValue(flag)
      else isUncertain ||= !isWhole
    } else if (isAssignment) {
      assignments.push(arg)
      isUncertain ||= isManyUnknown(arg)
    } else if (isBareDash) flags.push('-')
    else if (operands > 0) {
      operands--
      isUncertain ||= isManyUnknown(arg)
    } else break
  }
  const isInert = flags.some(flag => flag.length === 2 && wrapper.inertFlags.includes(flag.slice(1)))
  return { command: isInert ? undefined : args.slice(i), isUncertain, flags, values, assignments }
}
