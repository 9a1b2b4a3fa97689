/** What options common programs take, by program and subcommand: one line each, as `read-options.ts` reads them. */
import { NO_OPTIONS, type OptionSpec, optionSpec } from './read-options.ts'

export const DOCKER_EXEC = 'e: env: env-file: u: user: w: workdir: detach-keys: index: preserve-fds:'
export const DOCKER_RUN =
  'a: attach: add-host: annotation: arch: authfile: blkio-weight: cap-add: cap-drop: cgroup-parent: cgroupns: cidfile: c: cpu-shares: cpu-period: cpu-quota: cpus: cpuset-cpus: cpuset-mems: detach-keys: device: dns: dns-option: dns-search: domainname: entrypoint: e: env: env-file: expose: gpus: group-add: health-cmd: health-interval: health-retries: health-timeout: h: hostname: ip: ip6: ipc: isolation: l: label: label-file: link: log-driver: log-opt: mac-address: m: memory: memory-swap: memory-reservation: mount: name: network: net: network-alias: oom-score-adj: os: pid: pidfile: pids-limit: platform: pod: p: publish: pull: restart: runtime: secret: security-opt: shm-size: stop-signal: stop-timeout: storage-opt: sysctl: systemd: timeout: tmpfs: tz: ulimit: u: user: userns: uts: v: volume: volume-driver: volumes-from: w: workdir: pod-id-file:'
export const COMPOSE_RUN =
  'e: env: entrypoint: l: label: name: p: publish: u: user: v: volume: w: workdir: cap-add: cap-drop: index: env-from-file: pull:'
const COMPOSE = `-f: --file: -p: --project-name: --profile: --env-file: --project-directory: ${COMPOSE_RUN}`
export const PIP =
  'i: index-url: extra-index-url: f: find-links: r: requirement: c: constraint: e: editable: t: target: proxy: trusted-host: index: default-index: python: p:'
export const KUBECTL =
  'n: namespace: context: cluster: user: kubeconfig: s: server: token: as: as-group: as-uid: cache-dir: certificate-authority: client-certificate: client-key: request-timeout: tls-server-name: v: profile: profile-output:'
const KUBECTL_FILES = 'f: filename: k: kustomize: l: selector: field-selector: o: output:'
export const TAR =
  '~ f: file: C: directory: T: files-from: X: exclude-from: exclude: I: use-compress-program: to-command: checkpoint? checkpoint-action: F: info-script: new-volume-script: rsh-command: rmt-command: transform: xform: owner: group: mode: mtime: b: blocking-factor: g: listed-incremental: K: starting-file: L: tape-length: N: newer: V: label: strip-components: suffix: create extract get list append update concatenate delete diff compare gzip bzip2 xz zstd auto-compress verbose keep-old-files overwrite exclude-vcs no-same-owner no-same-permissions preserve-permissions absolute-names to-stdout wildcards null remove-files'
export const RSYNC =
  '~ e: rsh: rsync-path: f: filter: exclude: include: exclude-from: include-from: files-from: T: temp-dir: B: block-size: bwlimit: chmod: chown: compare-dest: copy-dest: link-dest: log-file: log-file-format: out-format: password-file: port: timeout: contimeout: M: remote-option: early-input: max-size: min-size: max-delete: partial-dir: backup-dir: suffix: info: debug: modify-window: compress-level: skip-compress: address: sockopts: iconv: usermap: groupmap: read-batch: write-batch: only-write-batch: delete del delete-before delete-during delete-delay delete-after delete-excluded delete-missing-args remove-source-files archive recursive relative verbose quiet compress dry-run list-only update inplace progress partial stats times perms owner group links copy-links safe-links hard-links human-readable ignore-existing existing checksum backup force'
export const RG =
  'e: regexp: f: file: A: after-context: B: before-context: C: context: m: max-count: g: glob: iglob: t: type: T: type-not: j: threads: E: encoding: r: replace: sort: sortr: pre: pre-glob: d: max-depth: M: max-columns: color: colors: hostname-bin: ignore-file:'
export const SORT =
  '~ k: key: o: output: S: buffer-size: t: field-separator: T: temporary-directory: parallel: batch-size: compress-program: files0-from: random-source: sort: reverse unique numeric-sort check merge stable zero-terminated ignore-case'
const GREP =
  '~ e: regexp: f: file: A: after-context: B: before-context: C: context: m: max-count: include: exclude: exclude-dir: exclude-from: label: d: directories: D: devices: binary-files: color? colour? recursive dereference-recursive ignore-case invert-match count files-with-matches files-without-match line-number only-matching quiet silent no-messages word-regexp line-regexp fixed-strings extended-regexp perl-regexp basic-regexp null null-data text with-filename no-filename'
const COPY =
  '~ t: target-directory: S: suffix: backup? force interactive no-clobber recursive archive update verbose no-target-directory strip-trailing-slashes link symbolic-link preserve parents dereference no-dereference one-file-system attributes-only remove-destination reflink sparse context exchange debug'
const TERRAFORM =
  '- -chdir: -var: -var-file: -target: -replace: -state: -state-out: -backup: -parallelism: -lock-timeout: -out: -backend-config: -plugin-dir:'
const AWS = 'profile: region: output: endpoint-url: query: color: ca-bundle: cli-read-timeout: cli-connect-timeout: cli-binary-format:'
const PSQL =
  '~ c: command: f: file: d: dbname: h: host: p: port: U: username: v: set: variable: o: output: L: log-file: F: field-separator: P: pset: R: record-separator: T: table-attr:'
const MYSQL =
  'e: execute: h: host: u: user: p? password? P: port: D: database: S: socket: protocol: default-character-set: defaults-file: defaults-extra-file: init-command: ssl-ca: ssl-cert: ssl-key:'
/** Clients that share more than they differ in: `-t` and `-n` take a value in some alone. */
const SQL_CLIENT =
  'c: command: e: execute: q: Q: query: queries-file: f: file: filename: i: d: database: h: host: p: password: port: u: user: username: s: S: U: P: k: o: catalog: schema: server: url: format:'
const NPM =
  'prefix: w: workspace: registry: userconfig: globalconfig: loglevel: cache: tag: access: otp: scope: omit: include: location: L: script-shell: proxy: https-proxy: node-options: C: dir: F: filter: cwd: reporter: depth: message: m:'

const SPECS: ReadonlyMap<string, string> = new Map([
  ['rm', '~ recursive force interactive? dir verbose one-file-system preserve-root? no-preserve-root help version'],
  ['env', 'u: unset: C: chdir: S: split-string:'],
  ['pkill', 'u: U: G: P: g: s: t: euid: uid: signal:'],
  ['cp', COPY],
  ['mv', COPY],
  ['ln', COPY],
  ['install', `${COPY} -m: --mode: -o: --owner: -g: --group: --strip-program:`],
  ['chmod', '~ recursive changes silent quiet verbose reference: preserve-root no-preserve-root dereference no-dereference help version'],
  [
    'chown',
    '~ recursive changes silent quiet verbose reference: dereference no-dereference from: preserve-root no-preserve-root help version',
  ],
  [
    'git push',
    '~ all branches mirror delete tags force force-with-lease? force-if-includes set-upstream o: push-option: repo: recurse-submodules: receive-pack: exec: prune verify no-verify follow-tags signed? atomic porcelain progress dry-run quiet verbose thin ipv4 ipv6',
  ],
  [
    'git commit',
    '~ m: message: F: file: C: reuse-message: c: reedit-message: t: template: S? gpg-sign? u? untracked-files? fixup: squash: author: date: cleanup: trailer: pathspec-from-file: all amend no-verify verify allow-empty allow-empty-message no-edit edit patch only include signoff no-gpg-sign no-post-rewrite no-signoff no-status verbose quiet reset-author dry-run short branch porcelain long status null interactive',
  ],
  ['git clean', '~ force dry-run interactive quiet e: exclude:'],
  ['git reset', '~ hard soft mixed merge keep patch quiet no-refresh refresh intent-to-add pathspec-from-file: recurse-submodules?'],
  [
    'git branch',
    '~ delete force move copy list remotes all merged no-merged contains u: set-upstream-to: unset-upstream track edit-description sort: format: points-at: show-current color no-color column ignore-case abbrev? no-abbrev verbose quiet create-reflog',
  ],
  [
    'git tag',
    '~ m: message: F: file: u: local-user: sort: format: points-at: cleanup: annotate sign force delete list verify contains no-contains merged no-merged create-reflog column color ignore-case',
  ],
  [
    'git merge',
    '~ m: message: s: strategy: X: strategy-option: F: file: into-name: cleanup: S? gpg-sign? abort continue quit no-verify verify squash no-ff ff ff-only no-commit commit edit no-edit log no-log stat signoff autostash verify-signatures allow-unrelated-histories quiet verbose progress',
  ],
  ['git stash', 'm: message: pathspec-from-file:'],
  [
    'git clone',
    '~ b: branch: o: origin: c: config: u: upload-pack: j: jobs: depth: reference: reference-if-able: template: separate-git-dir: shallow-since: shallow-exclude: filter: server-option: bundle-uri: ref-format: recurse-submodules recursive single-branch mirror bare no-checkout local shared quiet verbose progress no-tags sparse dissociate remote-submodules shallow-submodules no-hardlinks no-single-branch reject-shallow',
  ],
  [
    'git checkout',
    '~ b: B: orphan: conflict: pathspec-from-file: force patch detach track no-track ours theirs merge quiet progress guess no-guess overlay no-overlay ignore-skip-worktree-bits ignore-other-worktrees recurse-submodules pathspec-file-nul',
  ],
  [
    'git switch',
    '~ c: create: C: force-create: orphan: conflict: force discard-changes detach track no-track guess no-guess merge quiet progress ignore-other-worktrees recurse-submodules',
  ],
  [
    'git restore',
    '~ s: source: conflict: pathspec-from-file: staged worktree patch ours theirs merge quiet progress overlay no-overlay ignore-unmerged ignore-skip-worktree-bits recurse-submodules pathspec-file-nul',
  ],
  ['git notes', 'm: F: C: c: ref:'],
  ['git log', 'output: S: G: n: L: author: committer: grep: since: until: after: before: max-count: skip: format: pretty? O:'],
  [
    'git rebase',
    '~ x: exec: s: strategy: X: strategy-option: onto: C: whitespace: empty: S? gpg-sign? interactive abort continue skip quit edit-todo show-current-patch no-verify verify autosquash no-autosquash autostash no-autostash root keep-base keep-empty no-keep-empty rebase-merges force-rebase no-ff fork-point no-fork-point update-refs no-update-refs committer-date-is-author-date ignore-date reset-author-date reapply-cherry-picks signoff stat no-stat quiet verbose merge apply ignore-whitespace',
  ],
  ['git cherry-pick', 'm: mainline: X: strategy-option: strategy: cleanup: S?'],
  ['git revert', 'm: mainline: X: strategy-option: strategy: cleanup: S?'],
  ['git fetch', 'o: server-option: j: jobs: depth: deepen: shallow-since: shallow-exclude: refmap: upload-pack: filter: negotiation-tip:'],
  ['git pull', 's: strategy: X: strategy-option: o: server-option: j: jobs: depth: upload-pack: S?'],
  ['git config', 'f: file: blob: t: type: default: comment: value: url:'],
  ['git worktree', 'b: B: reason: expire:'],
  ['git add', '--chmod: --pathspec-from-file:'],
  [
    'curl',
    '~ o: output: O remote-name X: request: H: header: d: data: data-raw: data-binary: data-urlencode: data-ascii: json: F: form: form-string: u: user: A: user-agent: e: referer: b: cookie: c: cookie-jar: T: upload-file: K: config: m: max-time: connect-timeout: x: proxy: U: proxy-user: w: write-out: C: continue-at: E: cert: key: cacert: capath: cert-type: key-type: pass: D: dump-header: r: range: t: telnet-option: y: speed-time: Y: speed-limit: z: time-cond: P: ftp-port: Q: quote: url: url-query: output-dir: resolve: connect-to: retry: retry-delay: retry-max-time: limit-rate: max-filesize: max-redirs: interface: dns-servers: unix-socket: abstract-unix-socket: ciphers: tls-max: oauth2-bearer: aws-sigv4: socks5: socks5-hostname: socks4: socks4a: preproxy: noproxy: netrc-file: trace: trace-ascii: stderr: proto: proto-default: proto-redir: pinnedpubkey: keepalive-time: local-port: mail-from: mail-rcpt: hostpubmd5: hostpubsha256: libcurl: variable: rate: fail fail-with-body silent show-error location location-trusted insecure include head get verbose compressed remote-name-all remote-header-name create-dirs globoff no-buffer netrc parallel http1.1 http2 http3 ipv4 ipv6 progress-bar path-as-is anyauth basic digest negotiate ssl-reqd tlsv1.2 tlsv1.3 next help version',
  ],
  [
    'wget',
    '~ O: output-document: o: output-file: a: append-output: i: input-file: P: directory-prefix: U: user-agent: e: execute: T: timeout: t: tries: w: wait: Q: quota: B: base: A: accept: l: level: R: reject: D: domains: I: include-directories: X: exclude-directories: header: method: body-data: body-file: post-data: post-file: user: password: http-user: http-password: referer: load-cookies: save-cookies: ca-certificate: certificate: private-key: limit-rate: use-askpass: bind-address: warc-file: default-page: cut-dirs: waitretry: config: quiet no-verbose verbose continue timestamping no-check-certificate recursive mirror no-clobber spider no-parent page-requisites convert-links background server-response content-disposition debug show-progress no-directories force-directories',
  ],
  ['docker run', `${DOCKER_RUN} !2`],
  ['docker create', `${DOCKER_RUN} !2`],
  ['docker exec', `${DOCKER_EXEC} !2`],
  ['docker container run', `${DOCKER_RUN} !3`],
  ['docker container exec', `${DOCKER_EXEC} !3`],
  ['docker compose', COMPOSE],
  ['docker-compose', COMPOSE],
  ...['docker compose', 'docker-compose'].flatMap(name => [[`${name} rm`, ''] as const, [`${name} down`, 't: timeout: rmi:'] as const]),
  ['docker compose exec', `${COMPOSE_RUN} !3`],
  ['docker compose run', `${COMPOSE_RUN} !3`],
  [
    'docker build',
    't: tag: f: file: build-arg: target: platform: cache-from: cache-to: label: network: output: o: secret: ssh: progress: m: memory: iidfile: build-context:',
  ],
  ['docker ps', 'f: filter: format: n: last:'],
  ['docker images', 'f: filter: format:'],
  ['docker system', '--filter: --format:'],
  ['docker volume', 'd: driver: label: o: opt: f? filter: format:'],
  ['docker logs', 'n: tail: since: until:'],
  ['docker stop', 't: time: s: signal:'],
  ['docker kill', '-s: --signal:'],
  ['docker login', 'u: username: p: password:'],
  ['kubectl', KUBECTL],
  ...'get delete apply create replace edit label annotate describe patch scale rollout wait diff'
    .split(' ')
    .map(
      verb =>
        [
          `kubectl ${verb}`,
          `${KUBECTL} ${KUBECTL_FILES} --replicas: --timeout: --for: --grace-period: --type: -p: --patch: --sort-by: --cascade? --dry-run?`,
        ] as const,
    ),
  ['kubectl exec', `${KUBECTL} -c: --container: -f: --filename: --pod-running-timeout:`],
  ['kubectl logs', `${KUBECTL} -c: --container: --since: --since-time: --tail: -l: --selector: --max-log-requests:`],
  ['kubectl run', `${KUBECTL} --image: --env: --labels: -l: --port: --restart: --overrides: --image-pull-policy: -o: --output:`],
  [
    'helm',
    'n: namespace: kube-context: kubeconfig: kube-apiserver: kube-token: kube-as-user: kube-as-group: kube-ca-file: registry-config: repository-cache: repository-config: f: values: set: set-string: set-file: set-json: version: timeout: repo: o: output: description: history-max: post-renderer: post-renderer-args: username: password: ca-file: cert-file: key-file:',
  ],
  ['terraform', TERRAFORM],
  ['tofu', TERRAFORM],
  ['npm', NPM],
  ['pnpm', NPM],
  ['yarn', NPM],
  ['bun', NPM],
  ['pip', PIP],
  ['aws', AWS],
  [
    'aws s3',
    `${AWS} --acl: --exclude: --include: --storage-class: --sse: --sse-kms-key-id: --content-type: --cache-control: --metadata: --expires-in: --source-region: --metadata-directive: --page-size: --request-payer:`,
  ],
  ['aws ec2', `${AWS} --instance-ids: --image-id: --filters: --volume-id: --snapshot-id: --group-id: --key-name: --max-items:`],
  [
    'gcloud',
    'project: account: configuration: format: verbosity: billing-project: impersonate-service-account: flags-file: access-token-file: zone: region: filter: limit: command:',
  ],
  ['az', 'g: resource-group: n: name: subscription: o: output: query: l: location: ids:'],
  ['psql', PSQL],
  ['mysql', MYSQL],
  ['mariadb', MYSQL],
  ['sqlite3', '- -cmd: -init: -separator: -nullvalue: -newline: -mmap: -vfs: -maxsize: -cache:'],
  [
    'mongosh',
    'eval: f: file: host: port: u: username: p: password: authenticationDatabase: authenticationMechanism: tlsCAFile: tlsCertificateKeyFile:',
  ],
  ['redis-cli', 'h: p: s: a: u: user: pass: n: r: i: eval: x cacert: cert: key: !1'],
  ['duckdb', '- -c: -s: -cmd: -f: -init: -separator: -nullvalue: -newline:'],
  ...'sqlcmd clickhouse-client clickhouse cockroach usql heroku cqlsh trino presto snowsql beeline hive spark-sql wrangler'
    .split(' ')
    .map(name => [name, SQL_CLIENT] as const),
  [
    'systemctl',
    'H: host: M: machine: t: type: state: p: property: P: s: signal: root: job-mode: o: output: n: lines: kill-whom: kill-who: preset-mode: what: when: check-inhibitors: image:',
  ],
  [
    'gh',
    'R: repo: hostname: json: jq: template: body: body-file: title: label: assignee: milestone: reviewer: base: head: limit: state: author: search: notes: notes-file: target:',
  ],
  [
    'gh pr create',
    'R: repo: b: body: F: body-file: t: title: B: base: H: head: a: assignee: l: label: m: milestone: p: project: r: reviewer: T: template: recover:',
  ],
  ['gh pr comment', 'R: repo: b: body: F: body-file:'],
  ['gh pr merge', 'R: repo: b: body: F: body-file: t: subject: A: author-email: match-head-commit:'],
  ['gh issue create', 'R: repo: b: body: F: body-file: t: title: a: assignee: l: label: m: milestone: p: project: T: template: recover:'],
  ['gh issue comment', 'R: repo: b: body: F: body-file:'],
  ['gh api', 'X: method: H: header: f: raw-field: F: field: q: jq: t: template: input: hostname: cache: p: preview:'],
  ['tar', TAR],
  ['rsync', RSYNC],
  ['ssh', 'B: b: c: D: E: e: F: I: i: J: L: l: m: O: o: P: p: Q: R: S: W: w: !2'],
  ['scp', 'c: D: F: i: J: l: o: P: S: X:'],
  [
    'sed',
    '~ e: expression: f: file: l: line-length: i? in-place? E regexp-extended quiet silent separate null-data unbuffered posix debug follow-symlinks sandbox',
  ],
  ['grep', GREP],
  ['egrep', GREP],
  ['fgrep', GREP],
  ['zgrep', GREP],
  ['rg', RG],
  ['sort', SORT],
  [
    'find',
    '- -name: -iname: -path: -ipath: -wholename: -iwholename: -regex: -iregex: -regextype: -type: -xtype: -size: -mtime: -atime: -ctime: -mmin: -amin: -cmin: -newer: -anewer: -cnewer: -user: -group: -uid: -gid: -perm: -maxdepth: -mindepth: -links: -inum: -samefile: -fstype: -printf: -fprint: -fprint0: -fls: -lname: -ilname: -used: -context: -D: -newermt: -newerct: -newerat:',
  ],
])

/** Programs that take the options of another. */
const ALIASES: ReadonlyMap<string, string> = new Map(
  'docker=podman,nerdctl kubectl=oc find=gfind sed=gsed grep=ggrep tar=gtar,bsdtar rm=grm docker-compose=podman-compose terraform=terragrunt pip=pip3,uv,pipx mysql=mysqladmin,mycli psql=pgcli sqlite3=litecli mongosh=mongo redis-cli=valkey-cli,keydb-cli cp=gcp mv=gmv'
    .split(' ')
    .flatMap(line => {
      const [program = '', names = ''] = line.split('=')
      return names.split(',').map(name => [name, program] as const)
    }),
)

/** Programs whose options depend on the subcommand. */
const WITH_SUBCOMMANDS = new Set([...SPECS.keys()].filter(key => key.includes(' ')).map(key => key.slice(0, key.indexOf(' '))))

/** The options of a program once so many of its words are known; none of a program that is not in the table. */
export function optionSpecOf(name: string, words: readonly (string | undefined)[]): OptionSpec {
  const program = ALIASES.get(name) ?? name
  const [first = '', second = ''] = words
  const isPlain = first === '' || !WITH_SUBCOMMANDS.has(program)
  const own = isPlain ? undefined : (SPECS.get(`${program} ${first} ${second}`) ?? SPECS.get(`${program} ${first}`))
  const line = own ?? SPECS.get(program)
  return line === undefined ? NO_OPTIONS : optionSpec(line)
}
