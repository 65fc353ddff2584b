import type { AuditEntry } from '#contract/audit.ts'
import type { Scope } from '../../platform/scope.ts'
import { opensRecords } from '../person-search/queries.ts'

/** A stored entry. */
export interface EntryRow {
  id: string
  at: string
  /** `at` in the database's full precision. */
  cursor: string
  actor_id: string | null
  action: string
  subject: string
  subject_id: string | null
  person_id: string | null
  reason: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** The current names of the entry's ids. */
export interface EntryNames {
  actor_name: string | null
  actor_erased: boolean
  person_name: string | null
  person_erased: boolean
  reference: string | null
  schedule_id: string | null
  time_zone: string | null
  called: string | null
}

/** The log shows only the host of a meeting link, because the link opens the meeting. */
function withoutLinks(state: EntryRow['before']): EntryRow['before'] {
  const link = state?.meeting_url
  if (typeof link !== 'string') return state
  return { ...state, meeting_url: URL.canParse(link) ? `${new URL(link).origin}/…` : '…' }
}

/** Only callers who open records read numbers, here as in a search. */
const withoutNumber = (state: EntryRow['before']): EntryRow['before'] =>
  typeof state?.phone === 'string' ? { ...state, phone: '…' } : state

/** An entry as the caller may read it. Erased people have no name. */
export function presentEntry(entry: EntryRow, of: EntryNames, scope: Scope): AuditEntry {
  const { id, at, action, subject, subject_id, reason } = entry
  const show = (state: EntryRow['before']) => withoutLinks(opensRecords(scope) ? state : withoutNumber(state))
  const { schedule_id, time_zone } = of
  const name = of.reference ?? of.called
  return {
    id,
    at,
    actor: entry.actor_id === null ? null : { id: entry.actor_id, name: of.actor_erased ? null : of.actor_name },
    action,
    subject,
    subject_id,
    person: entry.person_id === null ? null : { id: entry.person_id, name: of.person_erased ? null : of.person_name },
    thing: name === null ? null : { name, schedule_id, time_zone },
    reason,
    before: show(entry.before),
    after: show(entry.after),
  }
}
