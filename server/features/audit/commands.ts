import type { AuditSubject, UserAction } from '#contract/audit.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'

/**
 * One audit entry. `personId` is the person it is about, so that erasing a person finds it; `before` and
 * `after` contain the changed fields.
 */
export type AuditEntry = AuditFacts & ({ subject: 'user'; action: UserAction } | { subject: OtherSubject; action: string })

/** Apart from people's records, whose history has words for each action. */
type OtherSubject = Exclude<AuditSubject, 'user'>

interface AuditFacts {
  /** Null if there is only one object: the settings. */
  subjectId: string | null
  personId?: string
  reason?: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/**
 * Records an action of the caller. Use the transaction of the change itself, so that no change goes
 * unrecorded.
 */
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
