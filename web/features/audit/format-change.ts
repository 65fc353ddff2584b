import type { AuditEntry } from '#contract/audit.ts'
import { region, t } from '../../lib/messages.ts'
import { formatMoney } from '../../lib/money.ts'
import { formatDate, formatDateTime } from '../../lib/time.ts'
import { formatMinutes } from '../../lib/duration.ts'
import { labelOfSetting } from '../settings/list-changes.ts'
import { fieldLabels, valueLabels } from './field-labels.ts'

/** One changed field as a person reads it: its label, and both values as text. */
export interface Change {
  field: string
  before: string
  after: string
}

type State = Readonly<Record<string, unknown>>
type Names = Readonly<Record<string, string>>

/** Fields for programs alone. */
const hidden = new Set(['revision', 'slot_id', 'series_id'])
const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const instantForm = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** The changed fields in plain words, without those that only a program understands. */
export function listChanges({ subject, before, after, thing }: AuditEntry, names: Names): Change[] {
  const zone = thing?.time_zone ?? 'UTC'
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields
    .filter(field => !hidden.has(field) && !isSame(before, after, field))
    .map(field => ({
      field: labelOf(field, subject),
      before: before ? formatValue(before[field], field, names, zone) : '',
      after: after ? formatValue(after[field], field, names, zone) : '',
    }))
    .filter(change => change.before !== '' || change.after !== '')
}

const isSame = (before: State | null, after: State | null, field: string): boolean =>
  before !== null && after !== null && JSON.stringify(before[field]) === JSON.stringify(after[field])

/** A field of a newer server is shown by its own name. */
function labelOf(field: string, subject: string): string {
  const setting = subject === 'settings' ? labelOfSetting(field) : undefined
  if (setting) return setting
  const id = fieldLabels[`${subject}.${field}`] ?? fieldLabels[field]
  if (id) return t(id)
  const words = field.replaceAll('_', ' ')
  return words.charAt(0).toLocaleUpperCase(region) + words.slice(1)
}

/** Empty for ids without a name. */
function formatValue(value: unknown, field: string, names: Names, zone: string): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return t(value ? 'settings.on' : 'settings.off')
  if (typeof value === 'number') return field.endsWith('_minutes') ? formatMinutes(value) : String(value)
  if (typeof value === 'string') return formatText(value, field, names, zone)
  if (Array.isArray(value)) return value.length === 0 ? '–' : joined(value.map(each => formatValue(each, field, names, zone)))
  if (isMoney(value)) return formatMoney(value)
  const parts = Object.entries(value as State).map(([name, part]) => [labelOf(name, ''), formatValue(part, name, names, zone)] as const)
  return joined(parts.map(([name, part]) => (part === '' ? '' : `${name}: ${part}`)))
}

function formatText(value: string, field: string, names: Names, zone: string): string {
  const named = names[value]
  if (named !== undefined) return named
  if (idForm.test(value)) return ''
  const label = field === 'fields' ? fieldLabels[value] : valueLabels[`${field}.${value}`]
  if (label) return t(label)
  if (instantForm.test(value)) return formatDateTime(value, zone)
  return /^\d{4}-\d\d-\d\d$/.test(value) ? formatDate(value) : value
}

const joined = (parts: readonly string[]): string => parts.filter(Boolean).join(', ')

const isMoney = (value: object): value is { amount: number; currency: string } => 'amount' in value && 'currency' in value
