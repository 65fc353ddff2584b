import { createHmac, timingSafeEqual } from 'node:crypto'

// Signatures as the Standard Webhooks specification has them (standardwebhooks.com): HMAC-SHA256 of `id.timestamp.body`.

/** Signed content: whose it is, when it was signed in seconds since 1970, and the very bytes of the body. */
export interface Signed {
  id: string
  timestamp: number
  body: string
}

/** The key of a secret such as `whsec_…`: the base64 after the prefix. Null where it is none, or not of 24 to 64 bytes. */
export function readSecret(secret: string): Buffer | null {
  const [, text] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? []
  const key = text ? Buffer.from(text, 'base64') : Buffer.alloc(0)
  return key.length >= 24 && key.length <= 64 ? key : null
}

const signatureOf = (key: Buffer, { id, timestamp, body }: Signed) =>
  createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()

/** The three headers that stand on what we send. */
export const signedHeaders = (key: Buffer, signed: Signed): Record<string, string> => ({
  'webhook-id': signed.id,
  'webhook-timestamp': String(signed.timestamp),
  'webhook-signature': `v1,${signatureOf(key, signed).toString('base64')}`,
})

/** Older or newer by more, in seconds, is not believed: somebody may have kept it. */
const tolerance = 300

/** Whether what arrived was signed with that key within five minutes of now. Of several signatures, as while a key is changed, one has to be right. */
export function isSigned(key: Buffer, headers: Readonly<Record<string, unknown>>, body: string, now: Date): boolean {
  const [id, sent, list] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(name => headers[name])
  if (typeof id !== 'string' || typeof sent !== 'string' || typeof list !== 'string' || !/^\d{1,12}$/.test(sent)) return false
  const timestamp = Number(sent)
  if (Math.abs(now.getTime() / 1000 - timestamp) > tolerance) return false
  const right = signatureOf(key, { id, timestamp, body })
  return list.split(' ').some(one => {
    const given = Buffer.from(one.startsWith('v1,') ? one.slice(3) : '', 'base64')
    return given.length === right.length && timingSafeEqual(given, right)
  })
}
