import { createHmac, timingSafeEqual } from 'node:crypto'

// Signatures of the Standard Webhooks specification (standardwebhooks.com): HMAC-SHA256 of
// `id.timestamp.body`, the time in seconds since 1970.

/** Writes a secret as text, for receivers that verify signatures and for a gateway's settings. */
export const writeSecret = (secret: Buffer): string => `whsec_${secret.toString('base64')}`

/** Parses such a text; null if it is no secret or not of 24 to 64 bytes. */
export function readSecret(written: string): Buffer | null {
  const [, text] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(written) ?? []
  const secret = text ? Buffer.from(text, 'base64') : Buffer.alloc(0)
  return secret.length >= 24 && secret.length <= 64 ? secret : null
}

const sign = (secret: Buffer, id: string, timestamp: string, body: string) =>
  createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest()

/**
 * The headers of one attempt, signed with each secret, so that a receiver needs only one of them. `at`:
 * the time of the attempt.
 */
export function signedHeaders(id: string, at: Date, body: string, secrets: readonly Buffer[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map(secret => `v1,${sign(secret, id, timestamp, body).toString('base64')}`)
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

/** Against replays: maximum difference to the current time. */
const toleranceSeconds = 300

/**
 * Whether a request was signed with the secret within five minutes of now. Of several signatures, as
 * during a change of secret, one must match.
 */
export function isSigned(secret: Buffer, headers: Readonly<Record<string, unknown>>, body: string, now: Date): boolean {
  const [id, timestamp, list] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(name => headers[name])
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof list !== 'string' || !/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds) return false
  const right = sign(secret, id, timestamp, body)
  return list.split(' ').some(one => {
    const given = Buffer.from(one.startsWith('v1,') ? one.slice(3) : '', 'base64')
    return given.length === right.length && timingSafeEqual(given, right)
  })
}
