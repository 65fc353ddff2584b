import type { AuditEntry } from '#contract/audit.ts'

export interface EntryRow {
  id: string
  at: string
  /** `at` as exact as the database has it. */
  cursor: string
  actor_id: string | null
  actor_name: string | null
  actor_erased: boolean
  action: string
  subject: string
  subject_id: string | null
  person_id: string | null
  person_name: string | null
  person_erased: boolean
  reason: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  reference: string | null
  schedule_id: string | null
  time_zone: string | null
  called: string | null
}

/** An entry as the log shows it: who is erased has no name. */
export function presentEntry(row: EntryRow): AuditEntry {
  const { id, at, action, subject, subject_id, reason, before, after, schedule_id, time_zone } = row
  const name = row.reference ?? row.called
  return {
    id,
    at,
    actor: row.actor_id === null ? null : { id: row.actor_id, name: row.actor_erased ? null : row.actor_name },
    action,
    subject,
    subject_id,
    person: row.person_id === null ? null : { id: row.person_id, name: row.person_erased ? null : row.person_name },
    thing: name === null ? null : { name, schedule_id, time_zone },
    reason,
    before,
    after,
  }
}
