import { createHmac, timingSafeEqual } from 'node:crypto'

/** A code lives thirty seconds (RFC 6238), in milliseconds. */
const stepMs = 30_000
/** Clocks that are this many steps apart still agree. */
const drift = 1

/** The six digits that an app shows for a step: RFC 4226 on the steps since 1970, as every app does it. */
export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0')
}

export const stepAt = (now: Date): number => Math.floor(now.getTime() / stepMs)

/** Which step a code belongs to, now or one before or after; null for none. All of them are compared, in the same time. */
export function findStep(secret: Buffer, code: string, now: Date): number | null {
  let found: number | null = null
  for (let step = stepAt(now) - drift; step <= stepAt(now) + drift; step += 1)
    if (timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(code))) found = step
  return found
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The secret as people type it into an app: base32 (RFC 4648), here always 32 signs. */
export function writeSecret(secret: Buffer): string {
  const bits = Array.from(secret, byte => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map(five => alphabet[Number.parseInt(five, 2)]).join('')
}
