import type { SecretBox, SecretPlace } from './secret-box.ts'

const placeOf = (codeId: string): SecretPlace => ({ table: 'outbox', column: 'detail', row: codeId })

/** Encrypts a one-time code for the outbox: base64url, for at most the code's lifetime of five minutes. */
export const sealCode = (secrets: SecretBox, codeId: string, code: string): string =>
  secrets.seal(placeOf(codeId), code).toString('base64url')

/** Decrypts a code; null if it was encrypted for another code, with an unknown key, or not at all. */
export function openCode(secrets: SecretBox, codeId: string, sealed: unknown): string | null {
  if (typeof sealed !== 'string') return null
  try {
    return secrets.open(placeOf(codeId), Buffer.from(sealed, 'base64url')).toString('utf8')
  } catch {
    return null
  }
}
