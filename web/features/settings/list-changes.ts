import { logoSize } from '#domain/branding/logo.ts'
import { t } from '../../lib/messages.ts'
import { titleOf, type SectionName } from './sections.ts'
import type { SettingsValues } from './settings-values.ts'

type Name = keyof SettingsValues

/** The section and the label of every field. */
const places = {
  site_name: ['organisation', 'siteName'],
  contact: ['organisation', 'contact'],
  email_signature: ['organisation', 'emailSignature'],
  time_zone: ['organisation', 'zone'],
  accent: ['branding', 'accent'],
  logo_light: ['branding', 'logoLight'],
  logo_dark: ['branding', 'logoDark'],
  embed_origins: ['embed', 'embedOrigins'],
  phone_country: ['people', 'country'],
  locale: ['people', 'language'],
  currency: ['people', 'currency'],
  notice_minutes: ['booking', 'notice'],
  change_minutes: ['booking', 'change'],
  max_open: ['booking', 'maxOpen'],
  plan_ahead_weeks: ['booking', 'planAhead'],
  travel_minutes: ['booking', 'travel'],
  time_off_approval: ['booking', 'timeOffApproval'],
  missed_limit: ['missed', 'missedLimit'],
  missed_days: ['missed', 'missedDays'],
  reminder_minutes: ['reminding', 'reminders'],
  offer_minutes: ['waiting', 'offer'],
  quiet_from: ['waiting', 'quietFrom'],
  quiet_until: ['waiting', 'quietUntil'],
  low_score: ['scores', 'lowScore'],
  text_segments_day: ['texts', 'textSegmentsDay'],
  text_messages_phone: ['texts', 'textMessagesPhone'],
  codes_day: ['texts', 'codesDay'],
  codes_phone: ['texts', 'codesPhone'],
  mentor_access_days: ['records', 'mentorAccess'],
  invitation_days: ['records', 'invitationDays'],
  record_reason: ['records', 'recordReason'],
  retention_months: ['keeping', 'retention'],
  message_months: ['keeping', 'messageMonths'],
  audit_months: ['keeping', 'auditMonths'],
} as const satisfies Record<Name, readonly [SectionName, string]>

/** "Reminders: Before the session"; undefined for a setting that the page does not show. */
export function labelOfSetting(name: string): string | undefined {
  if (!(name in places)) return undefined
  const [section, label] = places[name as Name]
  return `${titleOf(section)}: ${t(`settings.${label}`)}`
}

/** One changed setting as a person reads it; `before` and `after` are texts with their units. */
export interface SettingChange {
  name: Name
  section: string
  label: string
  before: string
  after: string
}

/** What differs from what is saved, in the order of the page. */
export function listChanges(saved: SettingsValues, values: SettingsValues): SettingChange[] {
  const names = Object.keys(places) as Name[]
  return names
    .filter(name => String(saved[name]) !== String(values[name]))
    .map(name => {
      const [section, label] = places[name]
      return { name, section: titleOf(section), label: t(`settings.${label}`), before: show(saved, name), after: show(values, name) }
    })
}

function show(values: SettingsValues, name: Name): string {
  const value = values[name]
  if (typeof value === 'boolean') return value ? t('settings.on') : t('settings.off')
  if (typeof value === 'object') return value.map(showMinutes).join(', ') || t('settings.empty')
  if (name.endsWith('_minutes')) return showMinutes(value)
  if (name === 'low_score') return t('settings.lowScoreAt', { count: Number(value) })
  if (name === 'accent') return value.trim() || t('settings.accentStandard')
  if (name === 'logo_light' || name === 'logo_dark') return value ? t('settings.logoSize', logoSize(value)) : t('settings.logoNone')
  return value.trim() || t('settings.empty')
}

/** "3 days", "12 hours", "45 minutes": the largest unit without a rest. */
function showMinutes(typed: string): string {
  if (!/^\d+$/.test(typed)) return typed || t('settings.empty')
  const minutes = Number(typed)
  if (minutes >= 2880 && minutes % 1440 === 0) return t('settings.spanDays', { count: minutes / 1440 })
  return minutes > 0 && minutes % 60 === 0 ? t('app.hours', { count: minutes / 60 }) : t('app.minutes', { count: minutes })
}
