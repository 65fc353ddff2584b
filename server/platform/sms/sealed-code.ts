import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { SmsSettings } from './settings.ts'

/** From the gateway's secret, which every server that sends has and the database does not: a backup holds no code. */
const keyOf = (sms: SmsSettings): Buffer =>
  Buffer.from(hkdfSync('sha256', sms.kind === 'gateway' ? sms.key : sms.token, '', 'openhour one-time codes', 32))

/** A code on its way through the database to whoever sends it. */
export function sealCode(sms: SmsSettings, code: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(sms), iv)
  const sealed = Buffer.concat([cipher.update(code, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Null where it was sealed with another secret. */
export function openCode(sms: SmsSettings, sealed: unknown): string | null {
  if (typeof sealed !== 'string') return null
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(sms), bytes.subarray(0, 12), { authTagLength: 16 })
    decipher.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
