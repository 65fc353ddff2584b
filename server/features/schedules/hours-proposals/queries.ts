import { type RawBuilder, sql } from 'kysely'
import type { HoursProposal, NewHoursProposal } from '#contract/hours-proposals.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import type { PersonScope, Scope } from '../../../platform/scope.ts'
import { isDecidable, ownLately } from '../mentor-requests/queries.ts'
import { listPlacesInUse } from '../form-queries.ts'
import { type MentorRow, presentMentorName } from '../present.ts'

type Row = Omit<HoursProposal, 'mentor'> & { mentor: MentorRow }

async function selectProposals(db: Connection, rest: RawBuilder<unknown>): Promise<HoursProposal[]> {
  const { rows } = await sql<Row>`
    SELECT h.id, json_build_object('id', m.id, 'name', m.name, 'photo_id', m.photo_id) AS mentor,
      json_build_object('id', p.id, 'name', p.name) AS place, p.time_zone,
      (SELECT json_agg(json_build_object('weekday', r.weekday, 'starts', r.starts, 'ends', r.ends,
          'support_type', json_build_object('id', t.id, 'name', t.name, 'colour', t.colour)) ORDER BY r.weekday, r.starts)
        FROM jsonb_to_recordset(h.ranges) r (weekday int, starts text, ends text, support_type_id uuid)
        JOIN support_types t ON t.id = r.support_type_id) AS ranges,
      h.slot_minutes, h.break_minutes, h.seats_per_slot, h.from_date, h.until_date, h.leave_out_holidays, h.interpreted, h.note, h.state, h.reason, h.created_at, h.decided_at
    FROM hours_proposals h JOIN users m ON m.id = h.mentor_id JOIN places p ON p.id = h.place_id ${rest}`.execute(db)
  return rows.map(({ mentor, ...row }) => ({ ...row, mentor: presentMentorName(mentor) }))
}

/** The caller's open proposals, then those decided lately. */
export const findOwnProposals = (db: Connection, scope: PersonScope): Promise<HoursProposal[]> => selectProposals(db, ownLately('h', scope))

/** Open proposals of people who are active mentors now, oldest first. */
export const findOpenProposals = (db: Connection, _scope: Scope): Promise<HoursProposal[]> =>
  selectProposals(db, sql`WHERE ${isDecidable('h')} ORDER BY h.created_at, h.id`)

/** How many proposals wait for a decision. */
export const countOpenProposals = sql`(SELECT count(*)::int FROM hours_proposals h WHERE ${isDecidable('h')})`

/** One proposal; undefined if there is none. */
export async function findProposal(db: Connection, _scope: Scope, id: string): Promise<HoursProposal | undefined> {
  const [proposal] = await selectProposals(db, sql`WHERE h.id = ${id}`)
  return proposal
}

/** The places and support types in use; those that the caller helps with first. */
export async function findProposable(db: Connection, scope: PersonScope) {
  const { rows } = await sql<{ id: string; name: string; slot_minutes: number; interpreted_minutes: number | null }>`
    SELECT id, name, slot_minutes, interpreted_minutes FROM support_types t WHERE active
    ORDER BY NOT EXISTS (SELECT FROM mentor_support_types m WHERE m.user_id = ${scope.person.id} AND m.support_type_id = t.id), name, id`.execute(
    db,
  )
  const places = await listPlacesInUse(db, scope)
  return { places: places.map(({ id, name }) => ({ id, name })), support_types: rows }
}

/** The hours of a proposal as its mentor sent them. */
export const hoursOf = ({
  place,
  ranges,
  slot_minutes,
  break_minutes,
  seats_per_slot,
  from_date,
  until_date,
  leave_out_holidays,
  interpreted,
}: HoursProposal) =>
  ({
    place_id: place.id,
    ranges: ranges.map(({ support_type, ...range }) => ({ ...range, support_type_id: support_type.id })),
    slot_minutes,
    break_minutes,
    seats_per_slot,
    from_date,
    until_date,
    leave_out_holidays,
    interpreted,
  }) satisfies Omit<NewHoursProposal, 'note'>
