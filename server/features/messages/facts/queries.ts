import { sql } from 'kysely'
import type { Appointment } from '#contract/appointments.ts'
import { securityKinds } from '#contract/message-kinds.ts'
import type { Reachable } from '#domain/messages/channels.ts'
import { defineQuery, type Param } from '../../../platform/database/compiled-query.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import type { Scope } from '../../../platform/scope.ts'
import { presentAppointment, policiesOf } from '../../appointments/present.ts'
import { appointmentsByIds } from '../../appointments/rows/queries.ts'
import type { LeasedMessage } from '../outbox-commands.ts'
import { hasEarlierUnderWay, hasEarlierUnsent, isSuperseded, lastChange, movedBack } from './appointment-queries.ts'
import { cancelledSession, reassignedDay, waitingEntry } from './session-queries.ts'

/** Found by its id in the organisation's texts of the reader's language. */
interface NamedPlace {
  id: string
  name: string
}

/** A freed seat on offer. */
export interface Offer {
  starts_at: string
  ends_at: string
  time_zone: string
  place: NamedPlace
  mentor: string
  mentor_id: string
  offer_ends_at: string
}

/** What a message tells of, as it is at this moment. */
export interface Facts {
  message: LeasedMessage
  person: (Reachable & { name: string; locale: string; time_zone: string; erased: boolean; unconfirmed: boolean }) | null
  appointment: Appointment | null
  /** A later message about the same appointment tells more. */
  superseded: boolean
  /** A change before this one was never sent. */
  earlier_unsent: boolean
  /** Moved back to what the client last knew: none of the moves in between was sent. */
  moved_back: boolean
  /** Another worker is sending an earlier move at this moment. */
  earlier_under_way: boolean
  /** How the appointment stood before it was last moved or cancelled, at which place, and what staff gave as the reason. */
  change: { before: { status: string; starts_at: string; mentor_id: string } | null; place_id: string | null; reason: string } | null
  /** Of the waiting list: how the entry stands, and what is on offer. */
  entry: { state: string; slot_id: string | null; offer: Offer | null } | null
  /** Of low feedback: a member of staff has looked at it. */
  looked: boolean
  /** Of a mentor's day that was reassigned: what is still ahead. */
  day: { taken_over: Visit[]; lost: Visit[] }
  /** Of a cancelled session: which it was, and later ones that were cancelled with it. */
  session: (CancelledSession & { status: string; reason: string; more: CancelledSession[] }) | null
  /** Of weekly hours that the mentor proposed, or time off that they requested: what was decided, and why. */
  proposal: { state: string; reason: string } | null
  /** Of requests: how many still wait for a decision. */
  requests: number
  /** Of a text to accept: whether they still have to, with an appointment ahead. */
  contract: { title: string; titles: Record<string, string> | null; missing: boolean; ahead: boolean } | null
  /** Of how it was: they have said so. */
  said: boolean
}

interface CancelledSession {
  starts_at: string
  ends_at: string
  time_zone: string
  place: NamedPlace
}

interface Visit {
  reference: string
  starts_at: string
  time_zone: string
}

type Row = Omit<Facts, 'message' | 'appointment'> & { id: string }

/** A message is written for its reader, never for the caller. */
const noClients: ReadonlySet<string> = new Set()

/** Reads the current facts of messages, in the order of the messages. Nothing is locked. */
export async function readFacts(db: Connection, scope: Scope, messages: readonly LeasedMessage[]): Promise<Facts[]> {
  const ids = messages.map(({ id }) => id)
  const about = messages.flatMap(({ appointment_id }) => appointment_id ?? [])
  const [rows, appointments] = await Promise.all([
    factsOf(db, { ids, now: scope.now }),
    about.length > 0 ? appointmentsByIds(db, { ids: about }) : [],
  ])
  const byId = new Map(rows.map(row => [row.id, row]))
  const found = new Map(appointments.map(row => [row.id, presentAppointment(row, scope, policiesOf(row.policy_row), noClients)]))
  return messages.flatMap(message => {
    const row = byId.get(message.id)
    return row ? [{ ...row, message, appointment: found.get(message.appointment_id ?? '') ?? null }] : []
  })
}

/** Planned once per connection: it takes longer to plan than to run. */
const factsOf = defineQuery(
  'message facts',
  (_db, { ids, now }: { ids: Param<readonly string[]>; now: Param<Date> }) => sql<Row>`
  SELECT o.id,
    CASE WHEN u.id IS NOT NULL THEN json_build_object('name', u.name, 'locale', u.locale, 'time_zone', u.time_zone, 'erased', u.erased_at IS NOT NULL,
      -- A client who has not confirmed their address (email-budget-commands.ts).
      'unconfirmed', u.email_verified_at IS NULL AND NOT EXISTS (SELECT FROM role_assignments r WHERE r.user_id = u.id),
      -- Messages about how the person signs in go to what was on file before the change, by every channel.
      -- A message about a new device uses the channel that the person chose.
      'phone', CASE WHEN o.kind = ANY (${securityKinds}) THEN o.detail ->> 'phone' ELSE u.phone END,
      'email', CASE WHEN o.kind = ANY (${securityKinds}) THEN o.detail ->> 'email' ELSE u.email END,
      'channel', CASE WHEN o.kind = ANY (${securityKinds}) AND (o.detail ->> 'what' IS DISTINCT FROM 'new_device' OR u.channel = 'none') THEN 'both' ELSE u.channel END) END AS person,
    ${isSuperseded} AS superseded,
    o.kind = 'appointment_moved' AND ${hasEarlierUnsent} AS earlier_unsent,
    o.kind = 'appointment_moved' AND ${movedBack} AS moved_back,
    o.kind = 'appointment_moved' AND ${hasEarlierUnderWay} AS earlier_under_way,
    CASE WHEN o.kind IN ('appointment_moved', 'appointment_cancelled') THEN ${lastChange} END AS change,
    ${waitingEntry} AS entry,
    EXISTS (SELECT FROM feedback f WHERE f.id = (o.detail ->> 'feedback_id')::uuid AND f.looked_at IS NOT NULL) AS looked,
    ${reassignedDay(now)} AS day,
    ${cancelledSession} AS session,
    coalesce((SELECT json_build_object('state', h.state, 'reason', h.reason) FROM hours_proposals h WHERE h.id = (o.detail ->> 'proposal_id')::uuid),
      (SELECT json_build_object('state', r.state, 'reason', r.reason) FROM time_off_requests r WHERE r.id = (o.detail ->> 'request_id')::uuid)) AS proposal,
    CASE WHEN o.kind = 'request_pending' THEN (SELECT count(*)::int FROM appointments a WHERE awaits_approval(a.status, a.starts_at, ${now})) ELSE 0 END AS requests,
    (SELECT json_build_object('title', v.title,
        'titles', (SELECT json_object_agg(t.language, t.title) FROM contract_version_translations t WHERE t.version_id = v.id),
        'missing', v.id = ANY (contracts_missing(o.user_id, 'booking')),
        'ahead', EXISTS (SELECT FROM appointments a WHERE a.user_id = o.user_id AND is_open_at(a.status, a.starts_at, ${now})))
      FROM contract_versions v WHERE v.id = (o.detail ->> 'version_id')::uuid) AS contract,
    o.kind = 'feedback_request' AND EXISTS (SELECT FROM feedback f WHERE f.appointment_id = o.appointment_id AND f.type = 'client') AS said
  FROM outbox o LEFT JOIN users u ON u.id = o.user_id WHERE o.id = ANY (${ids}::uuid[])`,
)
