import { createHmac, timingSafeEqual } from 'node:crypto'

/** Length of a time step of a code in ms: 30 s (RFC 6238). */
const stepMs = 30_000
/** Accepted clock difference in time steps. */
const maxDriftSteps = 1

/** The six digits for a time step (RFC 4226). */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0')
}

/** The number of the time step of RFC 6238. */
export const timeStepAt = (now: Date): number => Math.floor(now.getTime() / stepMs)

/**
 * The time step of a code: the current one or an adjacent one; null if none matches. Compares all of
 * them, in constant time.
 */
export function findTimeStep(secret: Buffer, code: string, now: Date): number | null {
  let found: number | null = null
  for (let step = timeStepAt(now) - maxDriftSteps; step <= timeStepAt(now) + maxDriftSteps; step += 1)
    if (timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code))) found = step
  return found
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The secret in base32 (RFC 4648) for typing into an app; always 32 characters. */
export function encodeSecret(secret: Buffer): string {
  const bits = Array.from(secret, byte => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map(five => alphabet[Number.parseInt(five, 2)]).join('')
}
