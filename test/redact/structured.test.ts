import { describe, expect, test } from 'vitest'
import { partsOf } from '../../redact/structured.ts'

describe('partsOf', () => {
  test.each([
    ['postgres://svc:FAKEpw-9x%21z@db.example:5432/app', ['FAKEpw-9x%21z', 'FAKEpw-9x!z']],
    ['mongodb://u:FAKE-one-11@a,b/?x=1', ['FAKE-one-11']],
    ['amqp://u:FAKE/p@ss-1@mq/', ['FAKE/p@ss-1']],
    ['u:FAKE-mysql-1@tcp(db:3306)/x', ['FAKE-mysql-1']],
    ['https://FAKE-token-77@git.example/x.git', ['FAKE-token-77']],
    ['https://FAKE-token-77:x-oauth-basic@git.example/x.git', ['FAKE-token-77']],
    ['Server=db;User Id=svc;Password="FAKE;pw,88";Encrypt=true', ['FAKE;pw,88']],
    ['host=db user=svc password=FAKE-libpq-1 dbname=x', ['FAKE-libpq-1 dbname=x', 'FAKE-libpq-1']],
    ['Endpoint=sb://x/;SharedAccessKeyName=RootManage;SharedAccessKey=FAKEkey123=', ['FAKEkey123=']],
    ['https://b.example/o?X-Amz-SignedHeaders=host-and-more&X-Amz-Signature=fake0123abcd', ['fake0123abcd']],
    ['Bearer FAKE-bearer-1', ['FAKE-bearer-1']],
    ['{"type":"service_account","token_uri":"https://x.example/t","auth":{"user":"somebody-1","token":"FAKE-leaf-1"}}', ['FAKE-leaf-1']],
    ['{"database_url":"postgres://u:FAKE-inner-1@h/x","public_key":"FAKE-public-1"}', ['FAKE-inner-1']],
    ['FAKE-plain-value-1', []],
    ['postgres://svc@db.example/app', []],
    ['https://db.example/a?page=somewhere-else', []],
    ['{"broken', []],
  ])('%s', (value, parts) => {
    expect([...partsOf(value).parts].sort()).toEqual([...parts].sort())
  })

  test.each([
    ['REGISTRY_AUTH', 'svc:FAKE-pair-1', ['FAKE-pair-1']],
    ['API_CREDENTIALS', 'svc@corp.example:FAKE:pair-2', ['FAKE:pair-2']],
    ['CURL_USERPASS', 'svc:FAKE-pair-3', ['FAKE-pair-3']],
    ['auths.ghcr.io.auth', btoa('svc:FAKE-pair-4'), ['FAKE-pair-4']],
    ['X', btoa('svc:FAKE-pair-55').replace(/=+$/, ''), ['FAKE-pair-55']],
    ['X', 'c3ZjOkbDhEtFLXBhaXItNg==', ['FÄKE-pair-6']],
    ['X', btoa('svc:pw-7').replaceAll('=', ''), ['svc:pw-7']],
    ['X', `Basic ${btoa('svc:FAKE-pair-8')}`, ['FAKE-pair-8', btoa('svc:FAKE-pair-8')]],
    ['X', JSON.stringify({ auths: { 'ghcr.io': { auth: btoa('svc:FAKE-pair-9') } } }), ['FAKE-pair-9', btoa('svc:FAKE-pair-9')]],
    ['REGISTRY_AUTH', 'svc:production', []],
    ['REGISTRY_AUTH', 'localhost:5432', []],
    ['REGISTRY_AUTH', 'https://auth.example/realm-of-all', []],
    ['IMAGE', 'registry:fake-image-tag', []],
    ['X', btoa('no pair of anything'), []],
    ['X', btoa(':only-a-password-1'), []],
    ['X', btoa('FAKE-identity-token:'), []],
  ])('a pair of %s: %s', (name, value, parts) => {
    expect([...partsOf(value, name).parts].sort()).toEqual([...parts].sort())
  })

  test.each([
    ['X', 'scott/FAKE-ora-1@//db.example:1521/orcl', ['FAKE-ora-1']],
    ['X', 'scott/FAKE@ora-2@db.example:1521/orcl', ['FAKE@ora-2']],
    ['X', 'scott/"FAKE/ora 3"@db.example:1521', ['FAKE/ora 3']],
    ['X', 'jdbc:oracle:thin:scott/FAKE-ora-4@ORCL', ['FAKE-ora-4', 'oracle:thin:scott/FAKE-ora-4']],
    ['X', 'scott/FAKE-ora-5@(DESCRIPTION=(ADDRESS=(HOST=db)))', ['FAKE-ora-5']],
    ['ORACLE_DSN', 'scott/FAKE-ora-6@ORCL', ['FAKE-ora-6']],
    ['ACTION', 'actions/checkout-fake@v4', []],
    ['IMAGE', 'acme/backend-service@sha256:0123456789abcdef', []],
  ])('an Oracle login of %s: %s', (name, value, parts) => {
    expect([...partsOf(value, name).parts].sort()).toEqual([...parts].sort())
  })

  test('numbers of JSON whose own name says so', () => {
    const value = { pin_secret: 123456789012, short_token: 12345678, token: { expires: 1733011200000 }, keys: [736451920183] }
    expect([...partsOf(JSON.stringify(value)).parts].sort()).toEqual(['123456789012', '736451920183'])
  })

  test('a password too short counts only in its place', () => {
    expect(partsOf('amqp://svc:fk9!@mq.example/')).toEqual({ parts: [], places: ['svc:fk9!@'] })
  })

  test.each(['a ', '://a:', '&a={', 'u/', 'svc:', 'c3Zj', ',a=', ',token=', 'ab cd '])(
    'a value of nothing but %j is read in linear time',
    beginning => {
      expect(partsOf(beginning.repeat(30_000)).places).toEqual([])
    },
  )

  test('a value of pairs without end has no more parts than a few times itself holds', () => {
    const value = Array.from({ length: 2000 }, (_, at) => `,token=FAKE-${at}-pair`).join('')
    const { parts } = partsOf(value)
    expect(parts).toContain('FAKE-0-pair')
    expect(parts.join('').length).toBeLessThan(9 * value.length)
  })

  test('a name of several words, and a long text in front of one, is read', () => {
    expect(partsOf('Server=db;Azure Storage Account Key=FAKE-words-1;x').parts).toEqual(['FAKE-words-1'])
    expect(partsOf('one two three four five password=FAKE-words-2').parts).toEqual(['FAKE-words-2'])
  })

  test('data nested deeper than any honest data is no reason to fail', () => {
    expect(partsOf(`${'['.repeat(3000)}${']'.repeat(3000)}`).parts).toEqual([])
  })
})
