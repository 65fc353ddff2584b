import type { AppointmentStatus, PreviewedStatus, StatusBatch } from '#contract/appointments.ts'
import { lastMomentOf } from '#domain/messages/last-moment.ts'
import type { Settings } from '../../platform/config.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { presentObstacle, refuse } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { findOwnClientsIn } from '../mentor-access/queries.ts'
import { expectMessages } from '../message-reach/queries.ts'
import { refuseStatus } from './policy.ts'

/** What decides about the status of these appointments, in the order of the ids. Unknown ones are missing. */
export async function findStatuses(db: Connection, _scope: PersonScope, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('appointments')
    .select(['id', 'user_id', 'mentor_id', 'status', 'status_before', 'starts_at', 'ends_at', 'revision'])
    .where('id', 'in', ids)
    .execute()
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

/** The message that a step sends to the client (database/schema/functions/appointments.sql); null for none. */
export function messageOf(from: AppointmentStatus, to: AppointmentStatus) {
  if (to === 'cancelled') return 'appointment_cancelled'
  return from === 'pending' && to === 'booked' ? 'appointment_approved' : null
}

/** What `changeStatuses` would do to each appointment, and how each client would be told. Stores nothing. */
export async function previewStatuses(
  db: Connection,
  scope: PersonScope,
  settings: Settings,
  { status, appointments }: StatusBatch,
): Promise<PreviewedStatus[]> {
  const rows = await findStatuses(
    db,
    scope,
    appointments.map(({ id }) => id),
  )
  const ownClients = await findOwnClientsIn(db, scope, rows)
  const kind = rows.map(row => messageOf(row.status, status)).find(each => each !== null)
  const told = kind
    ? await expectMessages(
        db,
        scope,
        settings,
        kind,
        rows.map(({ user_id }) => user_id),
      )
    : undefined
  const byId = new Map(rows.map(row => [row.id, row]))
  return appointments.map(({ id, revision }) => {
    const row = byId.get(id)
    if (!row) return { id, problem: presentObstacle(refuse('not_found'), scope.language), message: null }
    const isStale = revision !== undefined && revision !== row.revision
    const refusal = isStale ? refuse('stale') : refuseStatus(row, status, scope, ownClients)
    if (refusal) return { id, problem: presentObstacle(refusal, scope.language), message: null }
    const sent = messageOf(row.status, status)
    const isPast = sent !== null && Date.parse(lastMomentOf(sent, row)) <= scope.now.getTime()
    const message = sent && (isPast ? { channels: [], why: 'past' as const } : (told?.get(row.user_id) ?? null))
    return { id, problem: null, message }
  })
}
