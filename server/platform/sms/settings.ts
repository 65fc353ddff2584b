import { readSecret } from '../standard-webhooks.ts'
import type { TwilioAccount } from './twilio.ts'

/** Where text messages are handed over. */
export type SmsSettings = { kind: 'gateway'; url: string; key: Buffer; from: string | null } | ({ kind: 'twilio' } & TwilioAccount)

/** As rows of the table of settings. */
export const smsDescriptions = [
  {
    name: 'OPENHOUR_SMS_URL',
    standard: 'none',
    meaning:
      'The gateway that sends text messages: its https address (http within your own network), asked as docs/operations/sms-gateway.md says, or twilio://ACCOUNT:TOKEN@api.twilio.com. Without it the demo shows messages and codes on the page, and in production nobody can join by phone and whoever has no e-mail address is not reached.',
  },
  {
    name: 'OPENHOUR_SMS_SECRET',
    standard: 'none',
    meaning:
      'What requests to and receipts from your own gateway are signed with, such as whsec_ and then what openssl rand -base64 32 prints; needed with an http(s) address.',
  },
  {
    name: 'OPENHOUR_SMS_FROM',
    standard: 'none',
    meaning:
      'Whom text messages come from: a number such as +447700900123, a name of up to 11 letters and digits, or a messaging service of Twilio’s (MG…), which needs one of them.',
  },
] as const

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Reads and checks them; `refuse` gets a sentence for the person at the terminal of each that is wrong, and no secret is repeated. */
export function readSms(env: Readonly<Record<string, string | undefined>>, refuse: (error: string) => void): SmsSettings | undefined {
  const { OPENHOUR_SMS_URL: address, OPENHOUR_SMS_SECRET: secret, OPENHOUR_SMS_FROM: from } = env
  if (from && !/^(\+\d{6,15}|MG[0-9a-f]{32}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/.test(from))
    refuse(
      `OPENHOUR_SMS_FROM must be a number such as +447700900123, a name of up to 11 letters and digits, or MG… of Twilio's, not ${from}.`,
    )
  if (!address) {
    if (secret || from) refuse(`${secret ? 'OPENHOUR_SMS_SECRET' : 'OPENHOUR_SMS_FROM'} needs OPENHOUR_SMS_URL.`)
    return undefined
  }
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol === 'twilio:') return readTwilio(url, { secret, from }, refuse)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.hash) {
    refuse('OPENHOUR_SMS_URL must look like https://gateway.example.org/send or twilio://ACCOUNT:TOKEN@api.twilio.com.')
    return undefined
  }
  const key = readSecret(secret ?? '')
  if (!key) refuse('OPENHOUR_SMS_SECRET must be whsec_ and then base64 of 24 to 64 bytes, such as openssl rand -base64 32 prints.')
  return key ? { kind: 'gateway', url: url.href, key, from: from || null } : undefined
}

function readTwilio(
  { username, password, hostname, host, pathname, search }: URL,
  { secret, from }: { secret: string | undefined; from: string | undefined },
  refuse: (error: string) => void,
): SmsSettings | undefined {
  if (!username || !password || !hostname || !/^\/?$/.test(pathname) || search)
    refuse('OPENHOUR_SMS_URL must look like twilio://ACCOUNT:TOKEN@api.twilio.com.')
  if (!from) refuse('OPENHOUR_SMS_FROM is needed with Twilio: a number, a name or a messaging service (MG…).')
  if (secret) refuse('OPENHOUR_SMS_SECRET is for a gateway of your own; Twilio signs with the token of the account.')
  if (!from || secret) return undefined
  // A token goes over plain http to this machine alone.
  const origin = `${loopback.test(hostname) ? 'http' : 'https'}://${host}`
  return { kind: 'twilio', origin, sid: decodeURIComponent(username), token: decodeURIComponent(password), from }
}
