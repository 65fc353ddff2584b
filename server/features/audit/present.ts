import type { AuditEntry } from '#contract/audit.ts'

/** An entry as it was written. */
export interface Entry {
  id: string
  at: string
  /** `at` as exact as the database has it. */
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

/** What its ids are called today. */
export interface Called {
  actor_name: string | null
  actor_erased: boolean
  person_name: string | null
  person_erased: boolean
  reference: string | null
  schedule_id: string | null
  time_zone: string | null
  called: string | null
}

/** A meeting link is a key to a room: the log shows its host alone, so that reading the log opens no meeting. */
function withoutLinks(state: Entry['before']): Entry['before'] {
  const link = state?.meeting_url
  if (typeof link !== 'string') return state
  return { ...state, meeting_url: URL.canParse(link) ? `${new URL(link).origin}/…` : '…' }
}

/** An entry as the log shows it: who is erased has no name. */
export function presentEntry(entry: Entry, of: Called): AuditEntry {
  const { id, at, action, subject, subject_id, reason, before, after } = entry
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
    before: withoutLinks(before),
    after: withoutLinks(after),
  }
}
