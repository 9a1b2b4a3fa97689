// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell expansions are written as they are
import { describe, expect, it } from 'vitest'
import { evaluateCommand } from '../../../policy/shell/evaluate.ts'
import { addressesOf } from './show.ts'

describe('hosts that would be contacted', () => {
  it.each<readonly [command: string, addresses: readonly string[]]>([
    ['curl -sSL -o f -H a:b https://example.org/x', ['https://example.org/x']],
    ['curl -x proxy:3128 --url https://a b', ['proxy:3128', 'https://a', 'b']],
    ['curl "https://$H/x" $U', ['https://?/x', '?…']],
    ['wget -q -O- example.org/x', ['example.org/x']],
    ['http POST example.org/x a=b; http example.org', ['example.org/x', 'example.org']],
    ['ssh -p 22 me@example.org ls', ['example.org']],
    ['ssh -J jump me@$H', ['jump', '?…']],
    ['scp a me@example.org:b; scp a b', ['example.org']],
    ['rsync -av a example.org:b; rsync rsync://h/m .', ['example.org', 'rsync://h/m']],
    ['rsync -a ./a:b c', []],
    ['sftp me@example.org', ['example.org']],
    ['git clone https://example.org/r.git d', ['https://example.org/r.git']],
    ['git clone git@example.org:r.git', ['example.org']],
    ['git -C d push https://example.org/r main', ['https://example.org/r']],
    ['git push origin a:b', []],
    ['git fetch "$U"', ['?']],
    ['git remote add x https://example.org/r', ['https://example.org/r']],
    ['git clone ./r; git clone /r', []],
    ['nc example.org 80; nc -l 80', ['example.org']],
    ['telnet example.org 23', ['example.org']],
    ['socat - TCP:example.org:80; socat TCP-LISTEN:80 -', ['example.org']],
    ['docker pull ghcr.io/a/b:1; docker push a/b', ['ghcr.io', 'docker.io']],
    ['docker ps; docker run a', []],
    ['pip install -i https://p.example.org/simple x', ['https://p.example.org/simple']],
    ['pip install git+https://example.org/r x', ['git+https://example.org/r']],
    ['npm install --registry=https://n.example.org x', ['https://n.example.org']],
    ['npm install x; npm ci', []],
    ['psql -h db.example.org; psql postgres://h/d', ['db.example.org', 'postgres://h/d']],
    ['aws --endpoint-url https://e s3 ls', ['https://e']],
    ['dig @1.1.1.1 x.example.org TXT', ['1.1.1.1', 'x.example.org']],
    ['openssl s_client -connect example.org:443', ['example.org:443']],
    ['exec 3<>/dev/tcp/example.org/80', ['example.org/80']],
    ['cat < "/dev/tcp/$H/80"', ['?/80']],
    ['curl -K f; curl --config=f https://a', ['?…', '?…', 'https://a']],
    ['wget -i f', ['?…']],
    ['echo curl https://example.org', []],
  ])('%s', (command, addresses) => {
    expect(addressesOf(command)).toEqual(addresses)
  })

  it('say what they came through', () => {
    const found = evaluateCommand("sudo bash -c 'curl h'").effects.find(effect => effect.kind === 'connect')
    expect(found).toMatchObject({ via: ['sudo', 'bash -c'], at: { start: 0, end: 21 } })
  })
})
