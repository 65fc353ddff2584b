import { openGateway } from './gateway.ts'
import type { SmsSettings } from './settings.ts'
import type { Patience, Texts } from './texts.ts'
import { openTwilio } from './twilio.ts'

/** What sends text messages as the settings say. `origin`: where the site's pages are, null where that is not known. */
export const openTexts = (sms: SmsSettings, origin: string | null, patience?: Patience): Texts =>
  sms.kind === 'gateway' ? openGateway(sms.url, sms.key, sms.from, patience) : openTwilio(sms, receiptsAt(origin), patience)

/** Where Twilio tells what became of a message. It calls nobody whom it cannot reach, and refuses what is not an address of the web. */
const receiptsAt = (origin: string | null) =>
  origin?.startsWith('https://') ? (id: string) => `${origin}/api/messages/receipts/twilio/${id}` : null
