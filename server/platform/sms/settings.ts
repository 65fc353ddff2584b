import * as z from 'zod'
import { isLoopback } from '../loopback.ts'
import { readSecret } from '../standard-webhooks.ts'
import type { TwilioAccount } from './twilio.ts'

/** The provider that sends text messages. */
export type SmsSettings = { kind: 'gateway'; url: string; key: Buffer; from: string | null } | ({ kind: 'twilio' } & TwilioAccount)

// No error repeats the address or the secret.
const twilioUrl = 'must look like twilio://ACCOUNT:TOKEN@api.twilio.com'
const gatewayUrl = 'must look like https://gateway.example.org/send or twilio://ACCOUNT:TOKEN@api.twilio.com'

const smsUrl = z
  .string()
  .refine(text => URL.canParse(text), { error: gatewayUrl, abort: true })
  .transform(text => new URL(text))
  .superRefine(({ protocol, username, password, hostname, pathname, search, hash }, context) => {
    if (protocol === 'twilio:') {
      if (!username || !password || !hostname || !/^\/?$/.test(pathname) || search) context.addIssue(twilioUrl)
    } else if (!/^https?:$/.test(protocol) || username || password || hash) context.addIssue(gatewayUrl)
  })

const sender = z.string().regex(/^(\+\d{6,15}|MG[0-9a-f]{32}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/, {
  error: ({ input }) =>
    `must be a number such as +447700900123, a name of up to 11 letters and digits, or MG… of Twilio's, not ${String(input)}`,
})

/** The environment variables about text messages. */
export const smsVariables = {
  OPENHOUR_SMS_URL: smsUrl.optional().meta({
    default: 'none',
    description:
      'Your SMS gateway (docs/operations/sms-gateway.md) or twilio://ACCOUNT:TOKEN@api.twilio.com. Without it clients cannot join by phone in production.',
  }),
  OPENHOUR_SMS_SECRET: z.string().optional().meta({
    default: 'none',
    description:
      'Signs requests to your gateway and its receipts: whsec_ and then what openssl rand -base64 32 prints; required with an http(s) address.',
  }),
  OPENHOUR_SMS_FROM: sender.optional().meta({
    default: 'none',
    description:
      'The sender of text messages: a number such as +447700900123, a name of up to 11 letters and digits, or a Twilio messaging service (MG…); required with Twilio.',
  }),
}

interface SmsEnvironment {
  OPENHOUR_SMS_URL?: URL | undefined
  OPENHOUR_SMS_SECRET?: string | undefined
  OPENHOUR_SMS_FROM?: string | undefined
}

/** Combines the variables; `refuse` receives one sentence for each conflict between them. */
export function readSms(
  { OPENHOUR_SMS_URL: url, OPENHOUR_SMS_SECRET: secret, OPENHOUR_SMS_FROM: from }: SmsEnvironment,
  refuse: (error: string) => void,
): SmsSettings | undefined {
  if (!url) {
    if (secret || from) refuse(`${secret ? 'OPENHOUR_SMS_SECRET' : 'OPENHOUR_SMS_FROM'} needs OPENHOUR_SMS_URL.`)
    return undefined
  }
  if (url.protocol === 'twilio:') {
    if (!from) refuse('OPENHOUR_SMS_FROM is needed with Twilio: a number, a name or a messaging service (MG…).')
    if (secret) refuse('OPENHOUR_SMS_SECRET is for a gateway of your own; Twilio signs with the token of the account.')
    // A token is sent over plain http to this machine only.
    const origin = `${isLoopback(url.hostname.replace(/^\[|\]$/g, '')) ? 'http' : 'https'}://${url.host}`
    return { kind: 'twilio', origin, sid: decodeURIComponent(url.username), token: decodeURIComponent(url.password), from: from ?? '' }
  }
  const key = readSecret(secret ?? '')
  if (!key) refuse('OPENHOUR_SMS_SECRET must be whsec_ and then base64 of 24 to 64 bytes, such as openssl rand -base64 32 prints.')
  return key ? { kind: 'gateway', url: url.href, key, from: from ?? null } : undefined
}
