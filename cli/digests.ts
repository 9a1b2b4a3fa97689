import { createHash, createHmac } from 'node:crypto'

/** SHA-256 of a text's UTF-8 bytes, lower-case hex. */
export const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

/** HMAC-SHA-256 under a key, of a text's UTF-8 bytes, lower-case hex. */
export const hmacWith =
  (key: string) =>
  (text: string): string =>
    createHmac('sha256', key).update(text, 'utf8').digest('hex')
