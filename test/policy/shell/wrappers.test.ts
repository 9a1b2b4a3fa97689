// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell expansions are written as they are
import { describe, expect, it } from 'vitest'
import { markersOf, runsOf } from './show.ts'

/** The runs behind the wrapper's own, which comes first. */
const inside = (command: string) => runsOf(command).filter(run => run.includes(' > ') || run.startsWith('? '))

describe('wrappers', () => {
  const rows: readonly (readonly [command: string, runs: readonly string[], markers?: readonly string[]])[] = [
    ['sudo -u root -E X=1 git push -f', ['sudo > git push -f']],
    ['sudo --user=root -- git push', ['sudo > git push']],
    ['sudo -nu root git push', ['sudo > git push']],
    ['sudo -l', []],
    ['sudo $O git push', ['sudo > ? git push'], ['dynamic-program']],
    ['doas -u root git push', ['doas > git push']],
    ['env -i -u X A=b git push', ['env > git push']],
    ['env -S "git push" x', ['env > git push x']],
    ['env -iS \'A=b git "p q"\'', ['env > git p q']],
    ["env --split-string='git \\${X}'", ['env > git ${X}']],
    ["env -S 'git ${X}'", ['env > git ?']],
    ['env', []],
    ['nohup git push', ['nohup > git push']],
    ['rlwrap -a -H h git push; rlwrap --file f git x', ['rlwrap > git push', 'rlwrap > git x']],
    ['nice -n 5 git push; nice -5 git push; nice --adj 5 git a', ['nice > git push', 'nice > git push', 'nice > git a']],
    ['ionice -c 3 -n 7 git push', ['ionice > git push']],
    ['\\time -o f git push', ['time > git push']],
    ['timeout -s KILL 5 git push -f', ['timeout > git push -f']],
    ['timeout --kill-after 3 --preserve-status 5 git', ['timeout > git']],
    ['timeout -k1 5 git', ['timeout > git']],
    ['stdbuf -oL -e 0 git push', ['stdbuf > git push']],
    ['setsid -w git push', ['setsid > git push']],
    ['command -p git push; command -v git', ['command > git push']],
    ['builtin eval git', ['builtin > eval git', 'builtin > eval > git']],
    ['exec -a x git push', ['exec > git push']],
    ['xargs -0 -n 1 -P4 git push', ['xargs > git push ?…']],
    ['xargs -I{} git push {} a{}', ['xargs > git push ? a?']],
    ['xargs -i git {}; xargs --replace=R git R', ['xargs > git ?', 'xargs > git ?']],
    ['xargs -a f --max-args 2 git', ['xargs > git ?…']],
    ['xargs', []],
    ["xargs -I% sh -c 'git %'", ['xargs > sh -c git ?', 'xargs > sh -c > git ?…'], ['dynamic-script']],
    ['xargs sh -c', ['xargs > sh -c ?…'], ['dynamic-script']],
    ['find . -exec git add {} \\; -o -execdir git rm {} +', ['find -exec > git add .?', 'find -execdir > git rm ./?…']],
    ['torify frob x', ['torify > frob x']],
    ['envdir d frob x', ['envdir > frob x']],
    ['setuidgid u frob x', ['setuidgid > frob x']],
    ['perf stat -e a frob x', ['perf stat > frob x']],
    ['perf report', []],
    ['rustup run stable frob', ['rustup run > frob']],
    ['nvm exec 20 frob', ['nvm exec > frob']],
    ['find / -name x -ok rm {} ";"', ['find -ok > rm /?/x']],
    ['echo a b | xargs rm -f', ['xargs > rm -f a b']],
    ["printf '%s\\n' 'a b' | xargs -I% rm %", ['xargs > rm a b']],
    ['echo a b | xargs -n1 rm', ['xargs > rm ?…']],
    [`echo ${'a '.repeat(1100)} | xargs rm`, ['xargs > rm ?…']],
    ['echo "\'a b\'" | xargs rm', ['xargs > rm ?…']],
    ['find . -exec {} \\;', ['find -exec > ?'], ['dynamic-program']],
    ['busybox rm -rf x', ['busybox > rm -rf x']],
    ["toybox sh -c 'a'", ['toybox > sh -c a', 'toybox > sh -c > a']],
    ['watch -n 1 "git push; a"', ['watch > git push', 'watch > a']],
    ['watch -x git "a b"', ['watch > git a b']],
    ['ssh -p 22 h "cd x && rm y"', ['ssh > cd x', 'ssh > rm y']],
    ['ssh h <<E\nfrob\nE', ['ssh > frob']],
    ['ssh h', []],
    ['chroot --userspec=a /x git', ['chroot > git']],
    ["su - root -c 'a b'", ['su -c > a b']],
    ["su root -- -c 'a'", ['su > sh -c a', 'su > sh -c > a']],
    ['runuser -u x -- git push', ['runuser > git push']],
    ["script -qc 'a b' f", ['script -c > a b']],
    ["flock f -c 'a'; flock -w 3 f git", ['flock -c > a', 'flock > git']],
    ['strace -f -o f git push', ['strace > git push']],
    ['taskset -c 0 git push', ['taskset > git push']],
    ['nohup setsid nice git push', ['nohup > setsid nice git push', 'nohup > setsid > nice git push', 'nohup > setsid > nice > git push']],
    ["sudo bash -c 'git push'", ['sudo > bash -c git push', 'sudo > bash -c > git push']],
    ['parallel git push ::: a', ['parallel > git push a']],
    ["git -c alias.z='!frob' z", ['git alias.z > frob'], ['unknown-wrapper']],
    ['T=$(a); timeout $T git push', ['timeout > git push'], ['dynamic-program']],
  ]
  const cases = rows.map(([command, runs, markers = []]) => ({ command, runs, markers }))

  it.each(cases)('$command', ({ command, runs, markers }) => {
    expect(inside(command)).toEqual(runs)
    expect(markersOf(command)).toEqual(markers)
  })

  it('shows a run of the wrapper itself first', () => {
    expect(runsOf('sudo -u root timeout 5 git push')).toEqual([
      'sudo -u root timeout 5 git push',
      'sudo > timeout 5 git push',
      'sudo > timeout > git push',
    ])
  })
})
