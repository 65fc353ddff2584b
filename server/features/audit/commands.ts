import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'

/** One thing that happened. `personId` is whom it is about, so that erasing a person finds it; `before` and `after` hold what changed. */
export interface AuditEntry {
  action: string
  subject: string
  /** Null where there is only one: the settings. */
  subjectId: string | null
  personId?: string
  reason?: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** Records what the person asking did. Give it the transaction of the change itself: what is not recorded has not happened. */
export async function recordAudit(trx: Connection, scope: Scope, entries: AuditEntry | AuditEntry[]): Promise<void> {
  const rows = [entries].flat().map(({ action, subject, subjectId, personId, reason, before, after }) => ({
    actor_id: scope.person?.id ?? null,
    action,
    subject,
    subject_id: subjectId,
    person_id: personId ?? null,
    reason: reason ?? '',
    before: before ? JSON.stringify(before) : null,
    after: after ? JSON.stringify(after) : null,
  }))
  if (rows.length > 0) await trx.insertInto('audit').values(rows).execute()
}
