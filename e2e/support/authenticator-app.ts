import { createHmac } from 'node:crypto'

/**
 * What an authenticator app shows for a secret in base32 (RFC 6238): now, or so many codes later. Written from the
 * RFC, apart from the server's own.
 */
export function showCode(secret: string, later = 0): string {
  const bits = Array.from(secret, sign => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
  const step = Buffer.from((Math.floor(Date.now() / 30_000) + later).toString(16).padStart(16, '0'), 'hex')
  const mac = createHmac('sha1', key).update(step).digest()
  const chosen = mac.subarray((mac[19] ?? 0) % 16).readUInt32BE() % 2 ** 31
  return String(chosen).slice(-6).padStart(6, '0')
}
