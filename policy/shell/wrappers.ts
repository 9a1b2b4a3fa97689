/** Programs whose remaining words are a command of their own, and where that command begins. */
import { type Arg, dropStart, isManyUnknown, knownStart, textOf } from './arg.ts'
import { tableOf, wordsOf } from './table.ts'

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

/** `user group`: `--user`, `--group`. */
function longs(names: string): readonly string[] {
  return wordsOf(names).map(name => `--${name}`)
}

/**
 * Names, short and long options with a value, operands; kinds: `a` takes assignments, `j` is joined, `s` is a shell, `p` is in the process, `r` is remote; options
 * for the directory and for code; letters that are inert, start a shell, keep words as they are, join them. `runuser-u` is `runuser` with that option; `xargs` puts words of its own behind (xargs.ts).
 */
const TABLE = `sudo|ughpCDRrtTUac|user group host prompt close-from chdir chroot role type command-timeout other-user auth-type login-class||a|-D --chdir -R --chroot -i||elvKV|si
doas|uCa|||||||s
env|uCPaS|unset chdir argv0 split-string||a|-C --chdir
nice|n|adjustment
ionice|cnpPu|class classdata pid pgid uid
time|of|output format
stdbuf|ioe|input output error
command||||p|||vV
builtin noglob nocorrect -||||p
exec|a
chroot||userspec groups|1||*
unshare|SGRw|setuid setgid root wd map-user map-group map-users map-groups propagation setgroups monotonic boottime|||-R --root -w --wd
strace|abEeIOopPSsUuX
ltrace|aAdDeFlnopsuxX
watch|nqs|interval equexit shotsdir||j|||||x
ssh|BbcDEeFIiJLlmOopQRSWw||1|jr||||*
su runuser|cgGsw|command session-command group supp-group shell whitelist-environment|1|s||-c --command --session-command||*
script|cEIOBTmo|command echo log-in log-out log-io log-timing logging-format output-limit|1|||-c --command||*
flock|cwE|command timeout wait conflict-exit-code|1|||-c --command
chrt|TPD|sched-runtime sched-period sched-deadline|1
run0|uDg|user group chdir property unit
pkexec||user
caffeinate|tw
fakeroot|lsibf|lib faked
tini|ep
systemd-run|puEMHC|property unit slice uid gid nice working-directory setenv on-active on-boot on-startup on-unit-active on-unit-inactive on-calendar timer-property path-property socket-property description machine host service-type|||--working-directory
nsenter|tSG|target setuid setgid|||*
torsocks|uPapt
dbus-run-session||config-file dbus-daemon
xvfb-run|efnpsw|error-file auth-file server-num xauth-protocol server-args wait
setpriv||reuid regid ruid euid rgid egid groups inh-caps ambient-caps bounding-set securebits pdeathsig selinux-label apparmor-profile
sg|c||1|j||-c
runuser-u|ugG|user group supp-group
xargs|ILnPsdEaRSJ|max-args max-procs max-chars delimiter arg-file process-slot-var
numactl|iNmCpPx|interleave cpunodebind membind physcpubind preferred
prlimit|po|pid output
trickle|udwtlnPLN
entr||||||||||s
rlwrap|bCDefgHlMOPqsStwz|file
sshpass|pfdP
dbus-launch||config-file
ssh-agent|aEtOP
cgexec|g
newgrp|c||1|||-c
ld.so ld-linux.so.2 ld-linux-x86-64.so.2 ld-linux-aarch64.so.1 ld-musl-x86_64.so.1 ld-musl-aarch64.so.1||library-path inhibit-rpath audit preload argv0 glibc-hwcaps-prepend glibc-hwcaps-mask
nohup setsid arch systemd-inhibit linux32 linux64 chronic unbuffer dumb-init firejail valgrind catchsegv eatmydata torify heaptrack ifne please reattach-to-user-namespace
gosu su-exec taskset setarch faketime envdir setuidgid s6-setuidgid|||1
timeout gtimeout|sk|signal kill-after|1
proxychains proxychains4|f`

const WRAPPERS = tableOf(
  TABLE,
  (
    short = '',
    long = '',
    operands = '',
    kinds = '',
    directory = '',
    code = '',
    inertFlags = '',
    shellFlags = '',
    wordFlags = '',
    joinedFlags = '',
  ): Wrapper => ({
    short,
    long: longs(long),
    operands: Number(operands),
    takesAssignments: kinds.includes('a'),
    inertFlags,
    shellFlags,
    isJoined: kinds.includes('j'),
    wordFlags,
    joinedFlags,
    directoryFlags: wordsOf(directory),
    codeFlags: wordsOf(code),
    isShell: kinds.includes('s'),
    isInProcess: kinds.includes('p'),
    isRemote: kinds.includes('r'),
  }),
)

/** Programs that exist to run others and whose words are not read here: any program might run. */
const UNREAD = new Set('bwrap proot capsh runcon cpulimit'.split(' '))

export function wrapperOf(name: string, args: readonly Arg[]): Wrapper | undefined {
  const isRunAs = name === 'runuser' && args.some(arg => /^(-u|--user)/.test(knownStart(arg)))
  return WRAPPERS.get(isRunAs ? 'runuser-u' : name)
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
