import { openGateway } from './gateway.ts'
import type { SmsSettings } from './settings.ts'
import type { ConnectionTimeouts, SmsProvider } from './provider.ts'
import { openTwilio } from './twilio.ts'

/** Opens the SMS provider of the settings. `origin`: the site's address, or null if unknown. */
export const openSmsProvider = (sms: SmsSettings, origin: string | null, timeouts?: ConnectionTimeouts): SmsProvider =>
  sms.kind === 'gateway' ? openGateway(sms.url, sms.key, sms.from, timeouts) : openTwilio(sms, receiptsAt(origin), timeouts)

/** The URL for Twilio's delivery reports, which must be https. */
const receiptsAt = (origin: string | null) =>
  origin?.startsWith('https://') ? (id: string) => `${origin}/api/messages/receipts/twilio/${id}` : null
