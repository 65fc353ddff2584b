import type { Settings } from '#contract/settings.ts'
import { isWebOrigin } from '#contract/web-origin.ts'
import { isColour } from '#domain/branding/colour.ts'
import { isZone } from '#domain/time/zone.ts'
import type { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { formatTypedTime } from '../../lib/typed-date.ts'

/** The integer settings, typed as text. */
const numbers = {
  notice_minutes: [0, 43_200],
  change_minutes: [0, 43_200],
  max_open: [1, 100],
  missed_limit: [1, 100],
  missed_days: [1, 3650],
  offer_minutes: [5, 1440],
  low_score: [0, 4],
  text_segments_day: [0, 1_000_000],
  text_messages_phone: [1, 1000],
  codes_day: [0, 1_000_000],
  codes_phone: [1, 100],
  retention_months: [1, 1200],
  message_months: [1, 1200],
  audit_months: [1, 1200],
  mentor_access_days: [1, 3650],
  invitation_days: [1, 30],
  plan_ahead_weeks: [1, 52],
  travel_minutes: [0, 480],
} as const
type NumberName = keyof typeof numbers
const brandNames = ['accent', 'logo_light', 'logo_dark'] as const
type BrandName = (typeof brandNames)[number]
type TextName = Exclude<
  keyof Settings,
  | NumberName
  | 'reminder_minutes'
  | 'messages_off'
  | 'record_reason'
  | 'time_off_approval'
  | 'opening_hidden'
  | 'embed_origins'
  | BrandName
  | 'revision'
>

/** Values of the settings form. Without an accent or logo: empty. */
export type SettingsValues = Record<NumberName | TextName | BrandName, string> & {
  reminder_minutes: readonly string[]
  record_reason: boolean
  time_off_approval: boolean
  /** One website a line. */
  embed_origins: string
}

const numberNames = Object.keys(numbers) as NumberName[]

/** The form's values: numbers and reminders as text, embedding websites one a line. */
export function valuesOf({ revision: _, reminder_minutes, messages_off: __, opening_hidden: ___, ...settings }: Settings): SettingsValues {
  const typed = Object.fromEntries(numberNames.map(name => [name, String(settings[name])])) as Record<NumberName, string>
  const brand = Object.fromEntries(brandNames.map(name => [name, settings[name] ?? ''])) as Record<BrandName, string>
  return {
    ...settings,
    ...typed,
    ...brand,
    reminder_minutes: reminder_minutes.map(String),
    embed_origins: settings.embed_origins.join('\n'),
  }
}

const isSame = (a: unknown, b: unknown) => String(a) === String(b)
const names = (values: SettingsValues) => Object.keys(values) as (keyof SettingsValues)[]

/** The request body: changed fields only. */
export function changesOf(base: SettingsValues, values: SettingsValues): Partial<Omit<Settings, 'revision'>> {
  const changed = names(values).filter(name => !isSame(base[name], values[name]))
  return Object.fromEntries(
    changed.map(name => {
      if (name === 'reminder_minutes') return [name, values[name].map(Number)]
      if (name === 'record_reason' || name === 'time_off_approval') return [name, values[name]]
      if (name === 'embed_origins') return [name, originsOf(values[name])]
      if (name === 'accent') return [name, values[name].trim().toLowerCase() || null]
      if (name === 'logo_light' || name === 'logo_dark') return [name, values[name] || null]
      return [name, name in numbers ? Number(values[name]) : values[name].trim()]
    }),
  )
}

/** Error texts by field. */
export function checkSettings(values: SettingsValues): Partial<Record<keyof SettingsValues, string>> {
  const wrong: Partial<Record<keyof SettingsValues, string>> = {}
  for (const name of numberNames) {
    const [min, max] = numbers[name]
    if (!isWhole(values[name], min, max)) wrong[name] = t('settings.numberWrong', { min, max })
  }
  for (const name of ['notice_minutes', 'change_minutes'] as const) if (wrong[name]) wrong[name] = t('settings.durationWrong')
  if (wrong.offer_minutes) wrong.offer_minutes = t('settings.offerWrong')
  if (values.accent.trim() !== '' && !isColour(values.accent)) wrong.accent = t('settings.accentWrong')
  if (values.site_name.trim() === '') wrong.site_name = t('settings.siteNameMissing')
  if (!isZone(values.time_zone)) wrong.time_zone = t('profileDetails.zoneWrong')
  for (const name of ['quiet_from', 'quiet_until'] as const)
    if (!/^\d\d:\d\d$/.test(values[name])) wrong[name] = t('settings.clockWrong', { example: formatTypedTime('21:00') })
  if (!originsOf(values.embed_origins).every(isWebOrigin)) wrong.embed_origins = t('settings.embedWrong')
  const reminders = values.reminder_minutes
  if (reminders.some(minutes => !isWhole(minutes, 5, 43_200))) wrong.reminder_minutes = t('settings.reminderWrong')
  else if (new Set(reminders).size < reminders.length) wrong.reminder_minutes = t('settings.reminderTwice')
  return wrong
}

/** The lines as browsers write origins: `https://Example.org/page` becomes `https://example.org`. */
const originsOf = (lines: string): string[] => [
  ...new Set(lines.split(/\s+/).flatMap(line => (line === '' ? [] : [URL.canParse(line) ? new URL(line).origin : line]))),
]

const isWhole = (typed: string, min: number, max: number) => /^\d+$/.test(typed.trim()) && Number(typed) >= min && Number(typed) <= max

/** What `useForm` returns for the settings form. */
export type SettingsFormState = ReturnType<typeof useForm<SettingsValues>>
