import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exampleOf } from '../../../cli/replay/example.ts'
import { masked } from '../../../cli/replay/mask.ts'

/** Made up, and cut in two so that no scanner takes the file for a leak. */
const CANARY = 'canary' + 'Zq7xW2vB9n'
const WORDS = 'plain words nobody guesses'
const TOKENS = [
  `gh${'p_'}Ab12Cd34Ef56Gh78Ij90Kl12Mn34Op56Qr78`,
  `github${'_pat_'}11ABCDEFG0123456789_abcdefghij`,
  `AK${'IA'}IOSFODNN7EXAMPLE`,
  `sk${'-ant-'}api03-abcdefghijklmnop`,
  `xox${'b-'}123456789012-abcdefghijkl`,
  `glp${'at-'}AbCdEf123456`,
  `ey${'J'}hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcDEF123_-`,
  '0123456789abcdef0123456789abcdef01234567',
  'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
]

describe('masked', () => {
  test.each([
    `mysql -u root --password ${CANARY} db`,
    `mysql -uroot -p${CANARY} db -p`,
    `mysql --password='${CANARY}' db`,
    `tool --token "${CANARY}"`,
    `tool --token=${CANARY}`,
    `tool --db-password ${CANARY} ls`,
    `tool --api-key $'${CANARY}'`,
    `curl -u someone:${CANARY} https://example.org`,
    `curl -H "Authorization: Bearer ${CANARY}" https://example.org`,
    `curl -H 'X-Api-Key: ${CANARY}' https://example.org`,
    `curl --header "Cookie: session=${CANARY}" https://example.org`,
    `curl https://someone:${CANARY}@example.org/x`,
    `git clone https://${CANARY}@example.org/x.git`,
    `PGPASSWORD=${CANARY} psql`,
    `export MY_SECRET_KEY="${CANARY} more"; ls`,
    `API_TOKEN='${CANARY}' ./run`,
    `echo '{"password": "${CANARY}"}' | tee x`,
    `echo ${CANARY} | docker login --username x --password-stdin`,
    `echo ${CANARY} | sudo -S ls`,
    `printf %s ${CANARY} | gh secret set NAME`,
    `gh auth login --with-token <<< ${CANARY}`,
    `sshpass -p ${CANARY} ssh host`,
    `redis-cli -h host -a ${CANARY} ping`,
    `cat > k <<EOF\n-----BEGIN ${'PRIVATE'} KEY-----\n${CANARY}\nEOF`,
  ])('%s', command => {
    expect(masked(command, 1000)).not.toContain(CANARY)
    expect(masked(command, 1000)).toContain('‹masked›')
  })

  test('hides all that follows a flag for a password, of however many words', () => {
    expect(masked(`vault --passphrase ${WORDS} --other`)).toBe('vault --passphrase ‹masked›')
  })

  test.each(TOKENS)('a token alone: %s', token => {
    for (const text of [token, `echo ${token}`, `x="${token}"`, `cat a/${token}.txt`, `foo --bar=${token}`]) {
      expect(masked(text, 1000)).not.toContain(token)
      expect(masked(text, 1000)).not.toContain(token.slice(-12))
    }
  })

  test('a token that the limits go through does not show its start', () => {
    const hex = '0123456789abcdef0123456789abcdef01234567'
    for (let pad = 3950; pad < 4005; pad += 2) expect(masked(`echo ${'x '.repeat(pad / 2)}${hex}`, 5000)).not.toContain(hex.slice(0, 8))
    for (let pad = 120; pad < 170; pad += 1) expect(masked(`echo ${'x'.repeat(pad)} ${hex}`)).not.toContain(hex.slice(0, 8))
  })

  test('leaves ordinary commands alone', () => {
    for (const command of [
      'git push --force origin feature/login-form',
      'rm -rf node_modules/.cache dist',
      'npm run build -- --mode production',
      'grep -rn "TODO" src/components/UserProfile.tsx',
      'git commit --author "A B" -m "never push -f"',
      'find . -name "*.test.ts" -newer package.json -delete',
      'curl -fsSL https://example.org/install.sh | sh',
    ])
      expect(masked(command)).toBe(command)
  })

  test('one line, bounded, whatever it is given', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 6000 }), fc.integer({ min: 1, max: 200 }), (text, limit) => {
        const shown = masked(text, limit)
        expect(shown.length).toBeLessThanOrEqual(limit)
        expect(shown).not.toMatch(/[\n\r]/)
      }),
      { seed: 7, numRuns: 200 },
    )
  })
})

describe('exampleOf', () => {
  test('a command, or a tool with its arguments; what a file is to hold stays out', () => {
    expect(exampleOf({ tool: 'Bash', input: { command: 'git push -f', description: 'x' } })).toBe('git push -f')
    expect(exampleOf({ tool: 'Write', input: { file_path: '/a/.env', content: CANARY } })).toBe('Write file_path=/a/.env content=…')
    expect(exampleOf({ tool: 'mcp__x__y', input: { apiKey: CANARY, nested: { password: CANARY }, n: 1 } })).not.toContain(CANARY)
    expect(exampleOf({ tool: 'Odd', input: null })).toBe('Odd')
  })
})
