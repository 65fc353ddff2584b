import * as z from 'zod'
import { isWebOrigin } from './web-origin.ts'
import { defineCalls } from './call.ts'
import { languageTag } from './language-tag.ts'
import { switchableKinds } from './message-kinds.ts'
import { LogoId } from './branding.ts'
import { label, multiline, Revision, text, Zone } from './shapes.ts'

const months = z.int('field.mustBeAWholeNumber').min(1, 'field.mustBeAtLeast1Month').max(1200, 'field.mustBeAtMost1200Months')
/** Up to 30 days. */
const upToAMonth = z.int('field.mustBeAWholeNumber').min(0, 'field.mustNotBeNegative').max(43_200, 'field.mustBeAtMost30Days')
/** A time of day on the organisation's clock, `21:00`. */
const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'field.mustBeATimeLike21')
const Reminder = z.int('field.mustBeAWholeNumber').min(5, 'field.mustBeAtLeast5Minutes').max(43_200, 'field.mustBeAtMost30Days')

const fields = {
  site_name: label(80),
  contact: text(300),
  email_signature: multiline(500).meta({ description: 'Ends every e-mail, below the contact. Plain text of several lines.' }),
  phone_country: z.string().regex(/^[A-Z]{2}$/, 'field.mustBeACountrysTwoLetters'),
  currency: z.string().regex(/^[A-Z]{3}$/, 'field.mustBeACurrencysThreeLetters'),
  locale: z.string().regex(languageTag, 'field.mustBeALanguageLikeEn'),
  time_zone: Zone,
  notice_minutes: upToAMonth,
  change_minutes: upToAMonth,
  max_open: z.int('field.mustBeAWholeNumber').min(1, 'field.mustBeAtLeast1').max(100, 'field.mustBeAtMost100'),
  missed_limit: z.int('field.mustBeAWholeNumber').min(1, 'field.mustBeAtLeast1').max(100, 'field.mustBeAtMost100'),
  missed_days: z.int('field.mustBeAWholeNumber').min(1, 'field.mustBeAtLeast1Day').max(3650, 'field.mustBeAtMost3650Days'),
  reminder_minutes: z
    .array(Reminder)
    .max(5, 'field.mustBeAtMost5Reminders')
    .refine(list => new Set(list).size === list.length, 'field.mustNotNameTheSameTime'),
  messages_off: z
    .array(z.enum(switchableKinds))
    .refine(list => new Set(list).size === list.length, 'field.mustNotNameTheSameKind')
    .meta({ description: 'Kinds of messages that are not sent. One-time codes and the notice of a changed phone number always are.' }),
  offer_minutes: z.int('field.mustBeAWholeNumber').min(5, 'field.mustBeAtLeast5Minutes').max(1440, 'field.mustBeAtMost24Hours'),
  quiet_from: ClockTime,
  quiet_until: ClockTime,
  low_score: z.int('field.mustBeAWholeNumber').min(0, 'field.mustBe0To4').max(4, 'field.mustBe0To4'),
  text_segments_day: z.int('field.mustBeAWholeNumber').min(0, 'field.mustNotBeNegative').max(1_000_000, 'field.mustBeAtMost1000000'),
  text_messages_phone: z.int('field.mustBeAWholeNumber').min(1, 'field.mustBeAtLeast1').max(1000, 'field.mustBeAtMost1000'),
  codes_day: z.int('field.mustBeAWholeNumber').min(0, 'field.mustNotBeNegative').max(1_000_000, 'field.mustBeAtMost1000000'),
  codes_phone: z.int('field.mustBeAWholeNumber').min(1, 'field.mustBeAtLeast1').max(100, 'field.mustBeAtMost100'),
  retention_months: months,
  message_months: months,
  audit_months: months,
  mentor_access_days: z
    .int('field.mustBeAWholeNumber')
    .min(1, 'field.mustBeAtLeast1Day')
    .max(3650, 'field.mustBeAtMost3650Days')
    .meta({ description: 'How long a mentor still reads a client’s record after the end of their last seat together.' }),
  invitation_days: z
    .int('field.mustBeAWholeNumber')
    .min(1, 'field.mustBeAtLeast1Day')
    .max(30, 'field.mustBeAtMost30Days')
    .meta({ description: 'How long a link of an invitation is valid.' }),
  plan_ahead_weeks: z
    .int('field.mustBeAWholeNumber')
    .min(1, 'field.mustBeAtLeast1Week')
    .max(52, 'field.mustBeAtMost52Weeks')
    .meta({ description: 'How far ahead weekly hours are planned.' }),
  travel_minutes: z
    .int('field.mustBeAWholeNumber')
    .min(0, 'field.mustNotBeNegative')
    .max(480, 'field.mustBeAtMost480Minutes')
    .meta({ description: 'Planning warns when a mentor has less time than this between two places; 0 never warns.' }),
  time_off_approval: z.boolean().meta({ description: 'Whether mentors request time off instead of entering it.' }),
  embed_origins: z
    .array(z.string().refine(isWebOrigin, 'field.mustBeAddressesLikeHttpsWww'))
    .max(20, 'field.mustBeAtMost20Websites')
    .refine(list => new Set(list).size === list.length, 'field.mustNotNameTheSameWebsite')
    .meta({ description: 'The websites that may show the booking page in a frame.' }),
  accent: z
    .string()
    .regex(/^#[0-9a-f]{6}$/, 'field.mustBeAColourLike1a2b3c')
    .nullable()
    .meta({ description: 'The accent colour; pages derive readable shades from it. Null: the product’s own.' }),
  logo_light: LogoId.nullable().meta({ description: 'The logo on light pages and in e-mails, uploaded before. Null: none.' }),
  logo_dark: LogoId.nullable().meta({ description: 'The logo on dark pages, uploaded before. Null: none.' }),
  opening_hidden: z.boolean().meta({ description: 'Whether the dashboard leaves out the list “Open for booking”.' }),
  record_reason: z.boolean().meta({
    description: 'Whether opening a person’s record outside the caller’s own work requires a reason, which that person can read.',
  }),
}

export const Settings = z
  .object({ ...fields, revision: Revision })
  .meta({ id: 'Settings', description: 'Spans in minutes, days or months as their names say; quiet hours on the clock of `time_zone`.' })
export type Settings = z.infer<typeof Settings>

const SettingsChange = z.strictObject(fields).partial().extend({ revision: Revision.optional() })
export type SettingsChange = z.infer<typeof SettingsChange>

export const settingsCalls = defineCalls({
  'GET /api/settings': {
    summary: 'Everything that an administrator can set.',
    access: { ability: 'Settings Edit' },
    answer: { status: 200, body: Settings },
    refusals: [],
  },
  'PUT /api/settings': {
    summary: 'Change settings; what is not named stays. In force from the next request on, whichever server answers it.',
    access: { ability: 'Settings Edit' },
    byHand: true,
    body: SettingsChange,
    answer: { status: 200, body: Settings },
    refusals: ['stale'],
  },
})
