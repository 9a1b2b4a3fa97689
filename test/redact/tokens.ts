/** A made-up token of each shape of redact/patterns.ts. */
import { crc32 } from '../../redact/crc32.ts'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const ALPHABET = 'aZ3kQ9xB7mW2pL5vR8tY1nC4sD6fG0hJ'
/** Made up, varied, of this length. */
const body = (length: number, alphabet = ALPHABET): string =>
  Array.from({ length }, (_, at) => alphabet[(at * 7 + ((at * at) >> 3)) % alphabet.length]).join('')
const hex = (length: number) => body(length, '0f1e2d3c4b5a6978')

/** Thirty characters and their checksum, as GitHub and npm write it. */
function checked(prefix: string): string {
  const random = body(30)
  let sum = crc32(random)
  let digits = ''
  for (let at = 0; at < 6; at++) {
    digits = DIGITS[sum % 62] + digits
    sum = Math.floor(sum / 62)
  }
  return prefix + random + digits
}

const base64url = (text: string) => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** One of each, put together here so that no scanner takes this file for a leak. */
export const TOKENS: Readonly<Record<string, string>> = {
  age: `AGE-SECRET-KEY-1${body(58, 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L')}`,
  anthropic: `sk-ant-api03-${body(93)}AA`,
  aws: `AKIA${body(16, 'QWERTYUIOPAS2345')}`,
  databricks: `dapi${hex(32)}`,
  digitalocean: `dop_v1_${hex(64)}`,
  doppler: `dp.pt.${body(43)}`,
  github: checked('ghp_'),
  'github-pat': `github_pat_${body(22)}_${body(59)}`,
  gitlab: `glpat-${body(20)}`,
  google: `AIza${body(35)}`,
  huggingface: `hf_${body(34)}`,
  jwt: `${base64url('{"alg":"HS256","typ":"JWT"}')}.${base64url('{"sub":"1234567890"}')}.${body(43)}`,
  linear: `lin_api_${body(40)}`,
  npm: checked('npm_'),
  openai: `sk-proj-${body(20)}T3BlbkFJ${body(20)}`,
  postman: `PMAK-${hex(24)}-${hex(34)}`,
  'private-key': `-----BEGIN RSA PRIVATE KEY-----\n${body(64)}\n${body(64)}\n-----END RSA PRIVATE KEY-----`,
  pypi: `pypi-AgEIcHlwaS5vcmc${body(80)}`,
  sendgrid: `SG.${body(22)}.${body(43)}`,
  shopify: `shpat_${hex(32)}`,
  slack: `xoxb-${body(12, '0123456789')}-${body(24)}`,
  'slack-app': `xapp-1-A${body(10, 'ABCDEF0123456789')}-${body(13, '0123456789')}-${hex(64)}`,
  'slack-webhook': `hooks.slack.com/services/T${body(8, 'ABCDEF0123456789')}/B${body(10, 'ABCDEF0123456789')}/${body(24)}`,
  stripe: `sk_live_${body(24)}`,
  terraform: `${body(14)}.atlasv1.${body(65)}`,
  vault: `hvs.${body(95)}`,
}
