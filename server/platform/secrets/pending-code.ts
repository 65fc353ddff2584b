import type { SecretBox, SecretPlace } from './secret-box.ts'

const placeOf = (codeId: string): SecretPlace => ({ table: 'outbox', column: 'detail', row: codeId })

/** A one-time code as it waits in the outbox for the server that sends it: base64url, for at most the code's lifetime of five minutes. */
export const sealCode = (secrets: SecretBox, codeId: string, code: string): string =>
  secrets.seal(placeOf(codeId), code).toString('base64url')

/** Null where it was encrypted with a key that this server does not have, for another code, or not at all. */
export function openCode(secrets: SecretBox, codeId: string, sealed: unknown): string | null {
  if (typeof sealed !== 'string') return null
  try {
    return secrets.open(placeOf(codeId), Buffer.from(sealed, 'base64url')).toString('utf8')
  } catch {
    return null
  }
}
