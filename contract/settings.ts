import { z } from 'zod'
import { isWebOrigin } from './web-origin.ts'
import { defineCalls } from './call.ts'
import { switchableKinds } from './message-kinds.ts'
import { LogoId } from './branding.ts'
import { label, Revision, text, Zone } from './shapes.ts'

const months = z.int('must be a whole number').min(1, 'must be at least 1 month').max(1200, 'must be at most 1200 months')
/** Up to 30 days. */
const upToAMonth = z.int('must be a whole number').min(0, 'must not be negative').max(43_200, 'must be at most 30 days')
/** A time of day on the organisation's clock, `21:00`. */
const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 21:00')
const Reminder = z.int('must be a whole number').min(5, 'must be at least 5 minutes').max(43_200, 'must be at most 30 days')

const fields = {
  site_name: label(80),
  contact: text(300),
  phone_country: z.string().regex(/^[A-Z]{2}$/, 'must be a country’s two letters'),
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be a currency’s three letters'),
  locale: z.string().regex(/^[a-z]{2,3}(-[A-Z]{2})?$/, 'must be a language like en'),
  time_zone: Zone,
  notice_minutes: upToAMonth,
  change_minutes: upToAMonth,
  max_open: z.int('must be a whole number').min(1, 'must be at least 1').max(100, 'must be at most 100'),
  missed_limit: z.int('must be a whole number').min(1, 'must be at least 1').max(100, 'must be at most 100'),
  missed_days: z.int('must be a whole number').min(1, 'must be at least 1 day').max(3650, 'must be at most 3650 days'),
  reminder_minutes: z
    .array(Reminder)
    .max(5, 'must be at most 5 reminders')
    .refine(list => new Set(list).size === list.length, 'must not name the same time twice'),
  messages_off: z
    .array(z.enum(switchableKinds))
    .refine(list => new Set(list).size === list.length, 'must not name the same kind twice')
    .meta({ description: 'Kinds of messages that are not sent. One-time codes and the notice of a changed phone number always are.' }),
  offer_minutes: z.int('must be a whole number').min(5, 'must be at least 5 minutes').max(1440, 'must be at most 24 hours'),
  quiet_from: ClockTime,
  quiet_until: ClockTime,
  low_score: z.int('must be a whole number').min(0, 'must be 0 to 4').max(4, 'must be 0 to 4'),
  text_segments_day: z.int('must be a whole number').min(0, 'must not be negative').max(1_000_000, 'must be at most 1000000'),
  text_messages_phone: z.int('must be a whole number').min(1, 'must be at least 1').max(1000, 'must be at most 1000'),
  codes_day: z.int('must be a whole number').min(0, 'must not be negative').max(1_000_000, 'must be at most 1000000'),
  codes_phone: z.int('must be a whole number').min(1, 'must be at least 1').max(100, 'must be at most 100'),
  retention_months: months,
  message_months: months,
  audit_months: months,
  mentor_access_days: z
    .int('must be a whole number')
    .min(1, 'must be at least 1 day')
    .max(3650, 'must be at most 3650 days')
    .meta({ description: 'How long a mentor still reads a client’s record after the end of their last seat together.' }),
  invitation_days: z
    .int('must be a whole number')
    .min(1, 'must be at least 1 day')
    .max(30, 'must be at most 30 days')
    .meta({ description: 'How long a link of an invitation is valid.' }),
  plan_ahead_weeks: z
    .int('must be a whole number')
    .min(1, 'must be at least 1 week')
    .max(52, 'must be at most 52 weeks')
    .meta({ description: 'How far ahead weekly hours are planned.' }),
  travel_minutes: z
    .int('must be a whole number')
    .min(0, 'must not be negative')
    .max(480, 'must be at most 480 minutes')
    .meta({ description: 'Planning warns when a mentor has less time than this between two places; 0 never warns.' }),
  embed_origins: z
    .array(z.string().refine(isWebOrigin, 'must be addresses like https://www.example.org'))
    .max(20, 'must be at most 20 websites')
    .refine(list => new Set(list).size === list.length, 'must not name the same website twice')
    .meta({ description: 'The websites that may show the booking page in a frame.' }),
  accent: z
    .string()
    .regex(/^#[0-9a-f]{6}$/, 'must be a colour like #1a2b3c')
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
