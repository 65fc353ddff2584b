import { openGateway } from './gateway.ts'
import type { SmsSettings } from './settings.ts'
import type { Patience, Texts } from './texts.ts'
import { openTwilio } from './twilio.ts'

/** Opens the SMS provider of the settings. `origin`: the site's address, or null if unknown. */
export const openTexts = (sms: SmsSettings, origin: string | null, patience?: Patience): Texts =>
  sms.kind === 'gateway' ? openGateway(sms.url, sms.key, sms.from, patience) : openTwilio(sms, receiptsAt(origin), patience)

/** The URL for Twilio's delivery reports, which must be https. */
const receiptsAt = (origin: string | null) =>
  origin?.startsWith('https://') ? (id: string) => `${origin}/api/messages/receipts/twilio/${id}` : null
