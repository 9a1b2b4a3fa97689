import { describe, expect, it } from 'vitest'
import { evaluateCommand } from '../../../policy/shell/evaluate.ts'
import { markersOf, runsOf, runText } from './show.ts'

const inside = (command: string) => runsOf(command).filter(run => run.includes(' > '))

type Row = readonly [command: string, runs: readonly string[], markers?: readonly string[]]

const check = (rows: readonly Row[]) =>
  it.each(rows.map(([command, runs, markers = []]) => ({ command, runs, markers })))('$command', ({ command, runs, markers }) => {
    expect(inside(command)).toEqual(runs)
    expect(markersOf(command)).toEqual(markers)
  })

describe('modules that are programs of the same name', () => {
  check([
    ['python3 -m pip install x', ['python3 -m > pip install x']],
    ['python3.12 -I -W ignore -m twine upload a', ['python3.12 -m > twine upload a']],
    ['python -m http.server', []],
    ['python setup.py -m pip install x', []],
    ['python -m json.tool -m pip', []],
    ['python3 -m awscli s3 ls', ['python3 -m > aws s3 ls']],
    ['k3s kubectl get pods', ['k3s > kubectl get pods']],
  ])
})

describe('other machines and containers', () => {
  const rows: readonly Row[] = [
    ['docker exec -it -e A=b c rm -rf /x', ['docker exec > rm -rf /x']],
    ["docker --context p container exec c sh -c 'frob x'", ['docker exec > sh -c frob x', 'docker exec > sh -c > frob x']],
    ['docker run --rm -v a:b -w /x alpine:3 frob -x', ['docker run > frob -x']],
    ['docker run --entrypoint frob img -x', ['docker run > frob -x']],
    ['docker run -d img', []],
    ['docker compose -f x.yml exec -T db psql -c y', ['docker compose exec > psql -c y']],
    ['docker-compose run --rm web frob', ['docker-compose run > frob']],
    ['podman exec c frob', ['podman exec > frob']],
    ['docker ps', []],
    ['kubectl -n prod exec -it pod -c main -- frob -x', ['kubectl exec > frob -x']],
    ['kubectl exec pod frob', ['kubectl exec > frob']],
    ['kubectl get pods', []],
    ['lxc exec c -- frob', ['lxc exec > frob']],
    ["vagrant ssh -c 'frob x'", ['vagrant ssh > frob x']],
    ["gcloud compute ssh vm --zone z --command='frob x'", ['gcloud compute ssh > frob x']],
    ['multipass exec vm -- frob', ['multipass exec > frob']],
    ["ansible all -m shell -a 'frob x'", ['ansible > frob x']],
    ["ssh h 'frob x; y'", ['ssh > frob x', 'ssh > y']],
  ]
  check(rows)

  it.each(rows.flatMap(([command, runs]) => (runs.length > 0 ? [command] : [])))(
    '%s is remote inside, and its files are not ours',
    command => {
      const { effects } = evaluateCommand(command)
      const runs = effects.filter(effect => effect.kind === 'run')
      expect(runs.filter(run => run.isRemote === true).map(runText)).toEqual(inside(command))
      expect(effects.filter(effect => effect.kind === 'delete')).toEqual([])
    },
  )

  check([
    ['flatpak-spawn --host frob x', ['flatpak-spawn > frob x']],
    ['nsenter -t 1 -m frob', ['nsenter > frob']],
    ['ip netns exec n frob', ['ip netns exec > frob']],
    ["ssh -o ProxyCommand='frob %h' h", ['ssh ProxyCommand > frob %h']],
    ["scp -o 'ProxyCommand frob' a h:b", ['scp ProxyCommand > frob']],
  ])

  it('does not take what runs here for remote', () => {
    const runs = evaluateCommand('flatpak-spawn --host frob; ssh -o ProxyCommand=frob h').effects
    expect(runs.filter(effect => effect.kind === 'run' && effect.name === 'frob' && effect.isRemote !== true)).toHaveLength(2)
  })
})

describe('git', () => {
  check([
    ["git -c alias.go='!frob a' go 'b c'", ['git alias.go > frob a b c'], ['unknown-wrapper']],
    ["git -c alias.go='push --force' go x", ['git alias.go > git push --force x']],
    ["git -c alias.go='!frob' status", []],
    ['git -c core.sshCommand=frob fetch', ['git core.sshCommand > frob']],
    ['git -c core.pager=cat log', ['git core.pager > cat']],
    ['git -c core.editor=true rebase -i x', ['git core.editor > true']],
    ['git -c core.hooksPath=x commit', [], ['unknown-wrapper']],
    ['git -c core.hooksPath=/dev/null commit', []],
    ["git -c credential.helper='!frob' pull", ['git credential.helper > frob']],
    ['git -c core.fsmonitor=false status', []],
    ['git -c diff.external=frob diff', ['git diff.external > frob']],
    ['git -c user.name=x commit', []],
    ['git -c include.path=x status', [], ['sourced-file']],
    ['git --config-env=core.pager=X log', ['git core.pager > ?'], ['dynamic-script', 'dynamic-program']],
    ['git clone -c core.sshCommand=frob u', ['git core.sshCommand > frob']],
    ['git --exec-path=x status', [], ['unknown-wrapper']],
    ['git --exec-path', []],
    ["git rebase -x 'frob a' main", ['git rebase > frob a']],
    ['git rebase --exec=frob main', ['git rebase > frob']],
    ['git bisect run frob -x', ['git bisect run > frob -x']],
    ["git submodule foreach --recursive 'frob x'", ['git submodule foreach > frob x']],
    ["git filter-branch -f --tree-filter 'frob x' HEAD", ['git filter-branch > frob x']],
    ['git fetch --upload-pack=frob o', ['git fetch > frob']],
    ["git clone 'ext::frob x' y", ['git ext:: > frob x']],
    ['git grep -Ofrob x', ['git grep > frob']],
    ['git difftool -x frob', ['git difftool > frob']],
  ])
})

describe('options and runners', () => {
  check([
    ["tar --to-command='frob x' -xf a", ['tar --to-command > frob x']],
    ['tar cf a b --checkpoint=1 --checkpoint-action=exec=frob', ['tar --checkpoint-action > frob']],
    ["tar -I 'frob -x' -cf a b", ['tar -I > frob -x']],
    ['tar czf a b', []],
    ["rsync -e 'bash -c whoami' h:/d .", ['rsync -e > bash -c whoami', 'rsync -e > bash -c > whoami']],
    ['rsync -av --rsh=ssh a h:b', ['rsync --rsh > ssh']],
    ['rg --pre ./frob x .', ['rg --pre > frob ?…']],
    ['sort --compress-prog frob x', ['sort --compress-program > frob ?…']],
    ["split --filter='frob -i' x", ['split --filter > frob -i']],
    ["vim -es -c ':!frob x' -c q", ['vim ! > frob x']],
    ["vim -c ':%s/a/b/' -c 'wq!' f", []],
    ["nvim -c 'lua os.execute(1)'", [], ['interpreter-code']],
    ["ed f <<'E'\n1,2p\n!frob x\nr !frob y\nE", ['ed ! > frob x', 'ed ! > frob y']],
    ["man -P 'frob x' ls", ['man -P > frob x']],
    ['nc -e /bin/sh h 1', ['nc -e > sh']],
    ["socat TCP:h:1 EXEC:'frob -x',pty", ['socat EXEC > frob -x']],
    ["psql -c '\\! frob x'", ['psql ! > frob x']],
    ["sqlite3 d '.shell frob x'", ['sqlite3 ! > frob x']],
    ['make SHELL=/tmp/frob all', ['make SHELL > frob']],
    ["make --eval='$(shell frob)' all", ['make --eval > frob'], ['interpreter-code']],
    ['make -f - <<E\nall:\n\tfrob\nE', [], ['interpreter-code']],
    ['make -j4 test', []],
    ["apt-get -o APT::Update::Pre-Invoke::='frob' update", ['apt-get -o > frob']],
    ['npx -y frob@1 x', ['npx > frob@1 x']],
    ["npx -c 'frob x'", ['npx > frob x']],
    ['npm exec -- bash', ['npm exec > bash']],
    ['pnpm dlx frob x', ['pnpm dlx > frob x']],
    ['yarn exec frob', ['yarn exec > frob']],
    ['bunx frob', ['bunx > frob']],
    ['uv run --with x frob -a', ['uv run > frob -a']],
    ['apptainer exec -B /x i.sif frob; singularity exec i frob', ['apptainer exec > frob', 'singularity exec > frob']],
    ["sops exec-env s.yaml 'frob x'; sops exec-file s 'frob {}'", ['sops exec-env > frob x', 'sops exec-file > frob {}']],
    ['devbox run frob; nx exec -- frob; envchain ns frob', ['devbox run > frob', 'nx exec > frob', 'envchain > frob']],
    ["onchange '**/*.ts' -- frob x; chokidar x -c 'frob y'", ['onchange > frob x', 'chokidar > frob y']],
    ['npx dotenv-cli -- frob', ['npx > dotenv-cli -- frob', 'npx > dotenv-cli > frob']],
    [
      'run0 -u x frob; please frob; reattach-to-user-namespace -l frob',
      ['run0 > frob', 'please > frob', 'reattach-to-user-namespace > frob'],
    ],
    ['poetry run frob; pipenv run frob; bundle exec frob', ['poetry run > frob', 'pipenv run > frob', 'bundle exec > frob']],
    ["nix-shell -p x --run 'frob y'", ['nix-shell > frob y']],
    ['nix develop .#x -c frob y', ['nix develop > frob y']],
    ['nix run nixpkgs#frob -- x; nix run .#frob', ['nix run > frob x', 'nix run > frob']],
    ['nix run nixpkgs#coreutils -- frob x', ['nix run > coreutils frob x', 'nix run > coreutils > frob x']],
    ['nix run github:a/b -- x; nix flake check', ['nix run > x']],
    ['gdb -batch -ex run --args frob x; gdb -p 1', ['gdb > frob x']],
    ['lldb -o run -- frob x', ['lldb > frob x']],
    ['yarn run frob x; yarn add frob', ['yarn run > frob x']],
    ["zip x.zip a -T -TT 'frob x'; zip -T x.zip", ['zip -TT > frob x']],
    ["emacs --batch --eval '(x)'; emacs -Q -batch -f batch-byte-compile x.el", [], ['interpreter-code']],
    ['watchexec -e ts frob x', ['watchexec > frob x']],
    ["concurrently 'frob a' 'frob b'", ['concurrently > frob a', 'concurrently > frob b']],
    ["hyperfine -p 'frob p' 'frob x'", ['hyperfine > frob p', 'hyperfine > frob x']],
    ['go test -exec frob ./...', ['go -exec > frob']],
    ['npm run build; npm ci; cargo run; go run .', []],
    ["ls | entr -s 'frob x'; ls | entr -r frob y", ['entr > frob x', 'entr > frob y']],
    ['systemd-run --user -p A=b frob x', ['systemd-run > frob x']],
    ['/lib64/ld-linux-x86-64.so.2 --library-path l /bin/frob x', ['ld-linux-x86-64.so.2 > frob x']],
    ['sshpass -p x frob', ['sshpass > frob']],
    ['bwrap --bind / / frob', [], ['unknown-wrapper']],
  ])
})

describe('queues and terminals', () => {
  check([
    ["at now <<'E'\nfrob x\nE", ['at > frob x']],
    ['echo frob x | at now', ['at > frob x']],
    ['at -l; atq', []],
    ["echo '* * * * * frob x' | crontab -", ['crontab > frob x']],
    ["crontab - <<'E'\nA=b\n# c\n@daily frob y\nE", ['crontab > frob y']],
    ['crontab -l', []],
    ["tmux new-session -d -s x 'frob y'", ['tmux new-session > frob y']],
    ["tmux send-keys -t x 'frob y' Enter", ['tmux send-keys > frob y']],
    ['tmux ls', []],
    ['screen -dmS x frob y', ['screen > frob y']],
    ["screen -S x -X stuff 'frob y\\n'", ['screen -X stuff > frob y']],
    ['parallel <<E\nfrob x\nE', ['parallel > frob x']],
    ['ls | parallel frob {}', ['parallel > frob ?…']],
  ])
})
