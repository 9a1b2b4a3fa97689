/** Which options stand before a program's subcommand, and where one dash introduces a whole word. */

/** Options that stand before the subcommand. `values` take the next word (`-C dir`) unless they hold it (`--git-dir=x`, `-Cdir`); all others stand alone. */
export type GlobalOptions = {
  readonly short: string
  readonly long: readonly string[]
  /** The subcommand's own, though it may stand in front of it. */
  readonly own?: string
}

const NPM_VALUES =
  '--prefix --workspace --registry --userconfig --globalconfig --loglevel --cache --tag --access --otp --scope --omit --include --location --script-shell --proxy --https-proxy --node-options --filter --filter-prod --dir --cwd --store-dir --modules-folder --cache-folder --global-folder --network-timeout --use-yarnrc --reporter --config-dir --before --before --ca --cafile --cert --key --init-module --user-agent --git --shell --viewer --pack-destination'.split(
    ' ',
  )
const DOCKER_VALUES =
  '--config --context --host --log-level --tlscacert --tlscert --tlskey --root --runroot --url --identity --connection --storage-driver --storage-opt --cgroup-manager --conmon --events-backend --hooks-dir --module --namespace --network-cmd-path --network-config-dir --out --runtime --runtime-flag --ssh --tmpdir --volumepath --imagestore --db-backend --cdi-spec-dir'.split(
    ' ',
  )
const KUBECTL_VALUES =
  '--namespace --context --cluster --user --kubeconfig --server --token --as --as-group --as-uid --as-user-extra --cache-dir --certificate-authority --client-certificate --client-key --password --username --profile --profile-output --request-timeout --tls-server-name --v --vmodule --log-backtrace-at --log-dir --log-file --log-file-max-size --log-flush-frequency --stderrthreshold --kuberc'.split(
    ' ',
  )

const NPM: GlobalOptions = { short: 'wCF', long: NPM_VALUES, own: '-g' }
const DOCKER: GlobalOptions = { short: 'cHl', long: DOCKER_VALUES }
const KUBECTL: GlobalOptions = { short: 'nsv', long: KUBECTL_VALUES }

const GLOBAL_OPTIONS: ReadonlyMap<string, GlobalOptions> = new Map([
  [
    'git',
    { short: 'Cc', long: ['--git-dir', '--work-tree', '--namespace', '--config-env', '--super-prefix', '--attr-source', '--list-cmds'] },
  ],
  ['docker', DOCKER],
  ['podman', DOCKER],
  ['nerdctl', DOCKER],
  ['kubectl', KUBECTL],
  ['oc', KUBECTL],
  ['npm', NPM],
  ['pnpm', NPM],
  ['yarn', NPM],
  ['gh', { short: 'R', long: ['--repo', '--hostname'] }],
  [
    'helm',
    {
      short: 'n',
      long: '--namespace --kube-context --kubeconfig --kube-apiserver --kube-token --kube-as-user --kube-as-group --kube-ca-file --kube-tls-server-name --registry-config --repository-cache --repository-config --burst-limit --qps'.split(
        ' ',
      ),
    },
  ],
  [
    'aws',
    {
      short: '',
      long: '--profile --region --output --endpoint-url --query --color --ca-bundle --cli-read-timeout --cli-connect-timeout --cli-binary-format'.split(
        ' ',
      ),
    },
  ],
  [
    'gcloud',
    {
      short: '',
      long: '--project --account --configuration --format --verbosity --billing-project --impersonate-service-account --flags-file --access-token-file'.split(
        ' ',
      ),
    },
  ],
  [
    'systemctl',
    {
      short: 'HMtnosp',
      long: '--host --machine --type --state --property --signal --root --job-mode --output --lines --kill-whom --kill-who'.split(' '),
    },
  ],
])

/** undefined: the program's options before the first word are flags like any other. */
export function globalOptionsOf(name: string): GlobalOptions | undefined {
  return GLOBAL_OPTIONS.get(name)
}

/** Programs whose single dash introduces a whole word, as it does for every cmdlet. */
const ONE_DASH_WORDS = new Set(
  'find terraform tofu terragrunt java javac openssl go gcc g++ clang ffmpeg ffprobe convert magick mogrify identify ant xcodebuild qemu-system-x86_64 pwsh powershell powershell.exe pwsh.exe cmd cmd.exe packer vault consul nomad'.split(
    ' ',
  ),
)

export function hasOneDashWords(name: string): boolean {
  return ONE_DASH_WORDS.has(name) || /^[A-Z]\w*-[A-Z]/.test(name)
}
