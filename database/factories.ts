import { createHash, randomBytes } from 'node:crypto'
import { sql, type Insertable, type Kysely, type Selectable } from 'kysely'
import { slotsOf } from '#domain/availability/slots.ts'
import { Temporal } from '#domain/time/temporal.ts'
import type { Database } from './types.ts'

type Db = Kysely<Database>
type Row<Table extends keyof Database> = Selectable<Database[Table]>

let count = 0
const next = () => (count += 1)

/** A client unless given roles; each has a confirmed phone number of their own. */
export const makeUser = (db: Db, fields: Partial<Insertable<Database['users']>> = {}): Promise<Row<'users'>> => {
  const number = next()
  return db
    .insertInto('users')
    .values({
      name: `Person ${number}`,
      phone: `+44770${String(1_000_000 + number)}`,
      phone_verified_at: fields.phone === null ? null : '2026-01-01T00:00:00Z',
      ...fields,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A role of the given abilities, held by a person. */
export async function giveRole(
  db: Db,
  userId: string,
  role: { name?: string; abilities?: string[]; opens_admin?: boolean; is_mentor?: boolean; single_sign_on_only?: boolean },
): Promise<Row<'roles'>> {
  const row = await db
    .insertInto('roles')
    .values({ name: `Role ${next()}`, ...role })
    .returningAll()
    .executeTakeFirstOrThrow()
  await db.insertInto('role_assignments').values({ user_id: userId, role_id: row.id }).execute()
  return row
}

/** A person with access to the administration and these abilities; default: all. */
export async function makeAdmin(db: Db, abilities: string[] = ['*']): Promise<Row<'users'>> {
  const user = await makeUser(db)
  await giveRole(db, user.id, { abilities, opens_admin: true })
  return user
}

/** A person with a role that makes them a mentor, who offers these support types. */
export async function makeMentor(
  db: Db,
  fields: Partial<Insertable<Database['users']>> = {},
  supportTypeIds: string[] = [],
): Promise<Row<'users'>> {
  const user = await makeUser(db, { name: `Mentor ${next()}`, ...fields })
  await giveRole(db, user.id, { is_mentor: true })
  for (const support_type_id of supportTypeIds)
    await db.insertInto('mentor_support_types').values({ user_id: user.id, support_type_id }).execute()
  return user
}

/** A support type of 30 minutes that needs no approval. */
export const makeSupportType = (db: Db, fields: Partial<Insertable<Database['support_types']>> = {}): Promise<Row<'support_types'>> => {
  const number = next()
  return db
    .insertInto('support_types')
    .values({ name: `Support ${number}`, colour: '#2f7d6d', slot_minutes: 30, position: number, ...fields })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A place in person in London. */
export const makePlace = (db: Db, fields: Partial<Insertable<Database['places']>> = {}): Promise<Row<'places'>> =>
  db
    .insertInto('places')
    .values({ name: `Place ${next()}`, kind: 'in_person', address: '1 High Street', time_zone: 'Europe/London', ...fields })
    .returningAll()
    .executeTakeFirstOrThrow()

interface NewSession {
  supportType: Row<'support_types'>
  place: Row<'places'>
  mentors: Row<'users'>[]
  /** The place's local time, `2026-11-24T09:00`. */
  from: string
  to: string
  slotMinutes?: number
  seats?: number
  fields?: Partial<Insertable<Database['schedules']>>
}

/** A published session with its roster and slots. */
export async function makeSchedule(
  db: Db,
  { supportType, place, mentors, from, to, slotMinutes = 30, seats = 1, fields = {} }: NewSession,
) {
  const instant = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime(place.time_zone).toInstant()
  const [starts_at, ends_at] = [instant(from), instant(to)]
  const schedule = await db
    .insertInto('schedules')
    .values({
      support_type_id: supportType.id,
      place_id: place.id,
      local_starts: from,
      local_ends: to,
      starts_at: starts_at.toString(),
      ends_at: ends_at.toString(),
      slot_minutes: slotMinutes,
      seats_per_slot: seats,
      status: 'published',
      ...fields,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await db
    .insertInto('schedule_mentors')
    .values(mentors.map(({ id }, index) => ({ schedule_id: schedule.id, mentor_id: id, roster: index })))
    .execute()
  const planned = slotsOf({
    starts_at,
    ends_at,
    slot_minutes: slotMinutes,
    break_minutes: schedule.break_minutes,
    seats_per_slot: seats,
    mentors: mentors.map(({ id }) => id),
  })
  const slots = await db
    .insertInto('slots')
    .values(
      planned.map(slot => ({ ...slot, schedule_id: schedule.id, starts_at: slot.starts_at.toString(), ends_at: slot.ends_at.toString() })),
    )
    .returningAll()
    .execute()
  return { schedule, slots: slots.toSorted((a, b) => a.first_serial - b.first_serial) }
}

/** An appointment as after a booking; the database takes the seat. */
export const makeAppointment = (
  db: Db,
  slotId: string,
  userId: string,
  fields: Partial<Insertable<Database['appointments']>> = {},
): Promise<Row<'appointments'>> =>
  db
    .insertInto('appointments')
    .values({ slot_id: slotId, user_id: userId, status: 'booked', booked_by: userId, changed_by: userId, ...fields })
    .returningAll()
    .executeTakeFirstOrThrow()

/** A published contract, version 1. */
export async function makeContract(
  db: Db,
  {
    key = `text_${next()}`,
    required_for = null as 'registration' | 'booking' | null,
    body = 'Text.',
    withdrawn_at = null as string | null,
  } = {},
) {
  const contract = await db.insertInto('contracts').values({ key, required_for, withdrawn_at }).returningAll().executeTakeFirstOrThrow()
  const version = await db
    .insertInto('contract_versions')
    .values({ contract_id: contract.id, version: 1, title: key, body, published_at: '2026-01-01T00:00:00Z' })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { contract, version }
}

/** A translation in force of a published version. */
export const makeContractTranslation = (
  db: Db,
  version_id: string,
  { language = 'de', title = 'Regeln', body = 'Ein Text.' } = {},
): Promise<Row<'contract_version_translations'>> =>
  db
    .insertInto('contract_version_translations')
    .values({ version_id, language, title, body, published_at: '2026-01-01T00:00:00Z' })
    .returningAll()
    .executeTakeFirstOrThrow()

/** A signed-in session; returns the token. */
export async function makeSession(db: Db, userId: string, now: Date): Promise<string> {
  const [token] = await makeSessions(db, userId, now, 1)
  return token as string
}

/** So many sessions of one person, by one statement; returns the tokens. */
export async function makeSessions(db: Db, userId: string, now: Date, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  const hashes = tokens.map(token => createHash('sha256').update(token).digest())
  await sql`
    INSERT INTO sessions (user_id, token_hash, created_at, last_used_at, staff)
    SELECT ${userId}, token_hash, ${now}, ${now},
      (SELECT count(*) > 0 FROM roles_of(${userId}) r WHERE r.is_admin OR r.is_mentor OR cardinality(r.abilities) > 0)
    FROM unnest(${hashes}::bytea[]) token_hash`.execute(db)
  return tokens
}
