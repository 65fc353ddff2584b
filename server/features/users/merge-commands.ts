import { sql } from 'kysely'
import type { MergeField, UserDetails } from '#contract/users.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { refuse, refuseField, type Refusal } from '../../platform/refusal.ts'
import type { PersonScope, Scope } from '../../platform/scope.ts'
import { say } from '../../platform/text.ts'
import { recordAudit } from '../audit/commands.ts'
import { cancelAppointments } from '../cancelling/commands.ts'
import { isBusyClient } from '../people/commands.ts'
import { endEverySession } from '../sessions/commands.ts'
import { compareRecords, joinNotes, listConflicts, listOverlaps } from './merge-queries.ts'
import { readUserDetails } from './queries.ts'

interface Merge {
  staysId: string
  goesId: string
  revision?: number | undefined
  otherRevision?: number | undefined
  take: MergeField[]
  giveUp: string[]
}

/** Kept in the histories of appointments, in the language of the staff who merge, like reasons that they type. */
const reasonIn = ({ language }: Scope): string => say(language, 'reason.recordsMerged')

/**
 * Merges two records of one person, all or nothing. Appointments, feedback, waiting-list entries,
 * messages and access log move to the remaining record, and the other one points to it. Acceptances never
 * change and are read through this link. Null on success. Refusals: 404; 409 `stale`, `record_closed`,
 * `not_yourself`, `merge_conflict` (with `reason`); 403 `outranked`; 422 at `give_up`.
 */
export async function mergeUsers(db: Connection, scope: PersonScope, input: Merge): Promise<Refusal | null> {
  const { staysId, goesId } = input
  try {
    return await db.transaction().execute(async trx => {
      // In the common order (appointments/lock-commands.ts).
      await sql`SELECT id FROM users WHERE id IN (${staysId}, ${goesId}) ORDER BY id FOR NO KEY UPDATE`.execute(trx)
      await sql`SELECT id FROM appointments WHERE user_id IN (${staysId}, ${goesId}) ORDER BY slot_id, id FOR NO KEY UPDATE`.execute(trx)
      const [stays, goes] = [await readUserDetails(trx, scope, staysId), await readUserDetails(trx, scope, goesId)]
      if (!stays || !goes) return refuse('not_found')
      const refusal = (await explainUnmergeable(trx, scope, stays, goes, input)) ?? (await giveUpOverlapping(trx, scope, input))
      if (refusal) return refusal
      await moveWhatHangs(trx, scope, input)
      await joinFacts(trx, scope, stays, goes, input.take)
      return null
    })
  } catch (error) {
    // A concurrent booking overlaps; the constraint refuses it.
    if (isBusyClient(error)) return refuseOverlap()
    throw error
  }
}

const refuseOverlap = () => refuse('merge_conflict', { reason: 'overlap', message: 'refused.bothRecordsHaveAnAppointmentAt' })

async function explainUnmergeable(
  trx: Connection,
  scope: PersonScope,
  stays: UserDetails,
  goes: UserDetails,
  input: Merge,
): Promise<Refusal | null> {
  const [conflict] = await listConflicts(trx, scope, stays, goes)
  if (conflict?.code === 'same') return refuseField('other_id', 'field.mustBeAnotherRecord')
  if (conflict?.code === 'not_yourself' || conflict?.code === 'outranked' || conflict?.code === 'record_closed')
    return refuse(conflict.code)
  if ((input.revision ?? stays.revision) !== stays.revision || (input.otherRevision ?? goes.revision) !== goes.revision)
    return refuse('stale')
  return conflict ? refuse('merge_conflict', { reason: conflict.code, message: conflict.message }) : null
}

/**
 * Gives up one of each overlapping pair: an open one is cancelled, another one becomes entered-in-error.
 */
async function giveUpOverlapping(trx: Connection, scope: PersonScope, { staysId, goesId, giveUp }: Merge): Promise<Refusal | null> {
  const { person, now } = scope
  const why = reasonIn(scope)
  const overlaps = await listOverlaps(trx, staysId, goesId)
  const known = new Set(overlaps.flatMap(({ stays, goes }) => [stays.id, goes.id]))
  if (giveUp.some(id => !known.has(id))) return refuseField('give_up', 'field.mustNameAppointmentsThatOverlap')
  if (overlaps.some(({ stays, goes }) => !giveUp.includes(stays.id) && !giveUp.includes(goes.id))) return refuseOverlap()
  if (giveUp.length === 0) return null
  const open = sql`a.id = ANY (${giveUp}) AND is_open_at(a.status, a.starts_at, ${now})`
  await cancelAppointments(trx, scope, open, { by: 'organisation', reason: why })
  await sql`UPDATE appointments SET changed_by = ${person.id}, change_reason = ${why}, status = 'entered-in-error'
    WHERE id = ANY (${giveUp}) AND holds_seat(status)`.execute(trx)
  return null
}

async function moveWhatHangs(trx: Connection, scope: PersonScope, { staysId, goesId }: Merge): Promise<void> {
  const { person } = scope
  await sql`UPDATE appointments SET user_id = ${staysId}, changed_by = ${person.id}, change_reason = ${reasonIn(scope)} WHERE user_id = ${goesId}`.execute(
    trx,
  )
  await sql`UPDATE feedback SET author_id = ${staysId} WHERE author_id = ${goesId}`.execute(trx)
  // Duplicate waiting-list entries become one. An entry with an offer is kept.
  await sql`UPDATE waiting_list w SET state = 'left', offered_slot_id = NULL, offer_ends_at = NULL FROM waiting_list o
    WHERE w.user_id IN (${staysId}, ${goesId}) AND o.user_id IN (${staysId}, ${goesId}) AND w.user_id <> o.user_id
      AND is_open_entry(w.state) AND is_open_entry(o.state)
      AND (w.support_type_id, w.from_date, w.to_date) = (o.support_type_id, o.from_date, o.to_date)
      AND (o.state = 'offered' AND w.state = 'waiting' OR o.state = w.state AND w.position > o.position)`.execute(trx)
  await sql`UPDATE waiting_list SET user_id = ${staysId} WHERE user_id = ${goesId}`.execute(trx)
  await sql`UPDATE hours_proposals SET mentor_id = ${staysId} WHERE mentor_id = ${goesId}`.execute(trx)
  await sql`UPDATE time_off_requests SET mentor_id = ${staysId} WHERE mentor_id = ${goesId}`.execute(trx)
  await sql`UPDATE outbox SET user_id = ${staysId} WHERE user_id = ${goesId}`.execute(trx)
  await sql`UPDATE record_views SET user_id = ${staysId} WHERE user_id = ${goesId}`.execute(trx)
  await endEverySession(trx, scope, [goesId])
  // Nothing that the remaining record could use: a record that holds a role is not merged away.
  await sql`DELETE FROM saved_views WHERE user_id = ${goesId}`.execute(trx)
  await sql`DELETE FROM phone_codes WHERE user_id = ${goesId}`.execute(trx)
  await sql`UPDATE users SET active = false, merged_into = ${staysId} WHERE id = ${goesId}`.execute(trx)
  await sql`UPDATE users SET merged_into = ${staysId} WHERE merged_into = ${goesId}`.execute(trx)
}

/** The table columns of each field. */
const columnsOf: Record<MergeField, readonly string[]> = {
  name: ['name'],
  email: ['email'],
  photo: ['photo_id'],
  contact: ['contact_name', 'contact_phone'],
  channel: ['channel'],
  locale: ['locale'],
  time_zone: ['time_zone'],
  spoken_language: ['spoken_language', 'needs_interpreter'],
}

/**
 * Joins the notes of both records. The merged record's number and password are not taken: a stranger
 * could log in with them.
 */
async function joinFacts(trx: Connection, scope: PersonScope, stays: UserDetails, goes: UserDetails, take: MergeField[]): Promise<void> {
  const { differs, fills } = await compareRecords(trx, scope, stays, goes)
  const taken = [...fills, ...differs.filter(field => take.includes(field))]
  const set = taken.flatMap(field => columnsOf[field]).map(column => sql`${sql.ref(column)} = g.${sql.ref(column)},`)
  const joined = await sql<{ photo_before: string | null }>`UPDATE users u SET ${set.length > 0 ? sql.join(set, sql` `) : sql``}
      note = ${joinNotes(stays, goes)}
    FROM users g, users before WHERE u.id = ${stays.id} AND g.id = ${goes.id} AND before.id = u.id
    RETURNING before.photo_id AS photo_before`.execute(trx)
  if (taken.includes('photo')) {
    // A photo has one owner, and none is kept without an owner: nothing would erase it.
    await sql`UPDATE users SET photo_id = NULL WHERE id = ${goes.id}`.execute(trx)
    await sql`DELETE FROM photos WHERE id = ${joined.rows[0]?.photo_before}`.execute(trx)
  }
  await recordAudit(trx, scope, [
    { action: 'merged', subject: 'user', subjectId: stays.id, personId: stays.id, after: { fields: taken, record: goes.id } },
    { action: 'merged_away', subject: 'user', subjectId: goes.id, personId: goes.id, after: { fields: [], record: stays.id } },
  ])
}
