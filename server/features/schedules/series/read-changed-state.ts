import type { ScheduleChange } from '#contract/schedules.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import type { Scope } from '../../../platform/scope.ts'
import type { CurrentSchedule } from '../plan-change.ts'
import type { CancelledState } from '../restoring/commands.ts'

/** Sessions before a change, each with its revision after it, the appointments that moved, and the offers that it withdrew. */
export interface ChangedState {
  sessions: { id: string; revision: number; changed_alone: boolean; fields: ScheduleChange }[]
  moved: string[]
  /** Missing in actions of version 0.1. */
  withdrawn?: CancelledState['offers']
}

/** What undoing a change writes back; the change has just been written. */
export async function readChangedState(
  trx: Connection,
  _scope: Scope,
  before: readonly CurrentSchedule[],
  done: Pick<ChangedState, 'moved' | 'withdrawn'>,
): Promise<ChangedState> {
  const ids = before.map(({ id }) => id)
  const rows = await trx.selectFrom('schedules').select(['id', 'revision']).where('id', 'in', ids).execute()
  const revisions = new Map(rows.map(({ id, revision }) => [id, revision]))
  const sessions = before.map(session => ({
    id: session.id,
    revision: revisions.get(session.id) ?? 0,
    changed_alone: session.changed_alone,
    fields: fieldsOf(session),
  }))
  return { sessions, ...done }
}

/** The fields of a session that can change. */
const fieldsOf = (session: CurrentSchedule): ScheduleChange => ({
  support_type_id: session.support_type_id,
  place_id: session.place_id,
  starts_at: session.starts_at,
  ends_at: session.ends_at,
  slot_minutes: session.slot_minutes,
  break_minutes: session.break_minutes,
  seats_per_slot: session.seats_per_slot,
  interpreted: session.interpreted,
  note: session.note,
  meeting_url: session.meeting_url,
  booking_opens_at: session.booking_opens_at,
  mentor_ids: session.mentor_ids,
})
