import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { openTestDatabase } from '#server/testing/database.ts'
import { makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from './factories.ts'

const { db } = await openTestDatabase()

const [supportType, place] = [await makeSupportType(db), await makePlace(db)]
const now = '2027-01-01T00:00:00Z'
const sealed = Buffer.concat([Buffer.from('osk1'), Buffer.alloc(40)])

const switchOff = () => db.updateTable('webhook_endpoints').set({ active: false, off_why: 'staff', off_at: now }).execute()
beforeEach(async () => {
  await db.deleteFrom('webhook_endpoints').execute()
  await db
    .insertInto('webhook_endpoints')
    .values({ address: 'https://example.org/', events: ['client.created'], secret: sealed, created_at: now })
    .execute()
})

const makeSlots = async () =>
  (await makeSchedule(db, { supportType, place, mentors: [await makeMentor(db)], from: '2027-03-01T09:00', to: '2027-03-01T10:00' })).slots
const makeOne = async (status: 'pending' | 'booked' | 'arrived' = 'booked') =>
  makeAppointment(db, (await makeSlots())[0]!.id, (await makeUser(db)).id, { status })
const change = (table: 'appointments' | 'users', id: string, fields: Record<string, unknown>, on = db) =>
  on.updateTable(table).set(fields).where('id', '=', id).execute()
/** The kinds of the events of a record, in order. */
const kinds = async (id: string) => {
  const { rows } = await sql<{ kind: string }>`SELECT kind FROM webhook_events WHERE data ->> 'id' = ${id} ORDER BY created_at`.execute(db)
  return rows.map(({ kind }) => kind)
}

it('no event is written while no endpoint is active', async () => {
  await switchOff()
  const client = await makeUser(db)
  const { id } = await makeAppointment(db, (await makeSlots())[0]!.id, client.id)
  await change('appointments', id, { status: 'arrived' })
  await change('users', client.id, { name: 'Another name' })
  expect([await kinds(id), await kinds(client.id)]).toEqual([[], []])
})

const byClient = { status: 'cancelled', cancelled_by: 'client' }
const byOrganisation = { status: 'cancelled', cancelled_by: 'organisation' }

it.each<['pending' | 'booked' | 'arrived', Record<string, unknown>, string[]]>([
  ['pending', { questions: ['Where?'] }, ['requested']],
  ['pending', { status: 'booked' }, ['requested', 'approved']],
  ['pending', { status: 'arrived' }, ['requested', 'status_changed']],
  ['pending', byOrganisation, ['requested', 'refused']],
  ['pending', byClient, ['requested', 'cancelled']],
  ['booked', byOrganisation, ['booked', 'cancelled']],
  ['booked', { status: 'noshow', cancelled_by: null }, ['booked', 'status_changed']],
  ['arrived', { status: 'booked' }, ['booked', 'status_changed']],
])('an appointment that was %s has, after %j, the events %j', async (status, fields, expected) => {
  const { id } = await makeOne(status)
  await change('appointments', id, fields)
  expect((await kinds(id)).map(kind => kind.replace('appointment.', ''))).toEqual(expected)
})

it('an appointment that gets another time or mentor is moved, not changed in its status', async () => {
  const [first, second] = await makeSlots()
  const { id } = await makeAppointment(db, first!.id, (await makeUser(db)).id)
  await change('appointments', id, { slot_id: second!.id })
  for (const fields of [{ mentor_id: (await makeMentor(db)).id }, { ends_at: '2027-03-01T09:45:00Z' }]) {
    await db.updateTable('slots').set(fields).where('id', '=', second!.id).execute()
  }
  expect(await kinds(id)).toEqual(['booked', 'moved', 'moved', 'moved'].map(kind => `appointment.${kind}`))
})

it.each<[string, Record<string, unknown>[]]>([
  ['changed', [{ name: 'Another name' }]],
  ['changed', [{ spoken_language: 'tr' }]],
  ['changed', [{ spoken_language: 'tr' }, { needs_interpreter: true }]],
  ['deactivated', [{ active: false }]],
  ['reactivated', [{ active: false }, { active: true }]],
  ['merged', [{ active: false, merged_into: 'other' }]],
  ['erased', [{ active: false, erased_at: now, name: 'Erased' }]],
  ['changed', [{ active: false, erased_at: now }, { name: 'Erased' }]],
  ['deactivated', [{ active: false, name: 'Another name' }]],
])('a client has the event %s after %j', async (last, steps) => {
  const [client, other] = [await makeUser(db), await makeUser(db)]
  for (const { merged_into, ...fields } of steps) {
    await change('users', client.id, { ...fields, ...(merged_into === undefined ? {} : { merged_into: other.id }) })
  }
  const all = await kinds(client.id)
  expect([all.length, all[0], all.at(-1)]).toEqual([steps.length + 1, 'client.created', `client.${last}`])
  expect(await kinds(other.id)).toEqual(['client.created'])
})

it('a client has no event after a change of what no other system is told', async () => {
  const { id } = await makeUser(db)
  await change('users', id, { note: 'Calls back', working_languages: ['tr'] })
  expect(await kinds(id)).toEqual(['client.created'])
})

it('undoing drops the waiting event of the action and the record, and no other one', async () => {
  const action = crypto.randomUUID()
  const within = (setting: string, acts: (trx: typeof db) => Promise<unknown>) =>
    db.transaction().execute(async trx => {
      await sql`SELECT set_config(${setting}, ${action}, true)`.execute(trx)
      await acts(trx)
    })
  const [undone, other] = [await makeOne(), await makeOne()]
  await within('openhour.action', async trx => {
    for (const { id } of [undone, other]) await change('appointments', id, byOrganisation, trx)
  })
  const revive = (trx: typeof db) => change('appointments', undone.id, { status: 'booked', cancelled_by: null }, trx)
  await within('openhour.undoing', revive)
  expect([await kinds(undone.id), await kinds(other.id)]).toEqual([['appointment.booked'], ['appointment.booked', 'appointment.cancelled']])
})

it('undoing what was delivered already is an event', async () => {
  const { id } = await makeOne()
  await change('appointments', id, byOrganisation)
  await db.deleteFrom('webhook_events').execute()
  await db.transaction().execute(async trx => {
    await sql`SELECT set_config('openhour.undoing', ${id}, true)`.execute(trx)
    await change('appointments', id, { status: 'booked', cancelled_by: null }, trx)
  })
  expect(await kinds(id)).toEqual(['appointment.status_changed'])
})
