import { afterAll, expect, it } from 'vitest'
import { openTestDatabase } from '#server/testing/database.ts'
import { listenTo } from '#server/testing/notifications.ts'
import {
  giveRole,
  makeAppointment,
  makeContract,
  makeMentor,
  makePlace,
  makeSchedule,
  makeSession,
  makeSupportType,
  makeUser,
} from './factories.ts'

const database = await openTestDatabase()
const { db } = database
const listener = await listenTo(database, 'openhour_public')
afterAll(() => listener.close())
const isHeard = async (act: () => Promise<unknown>) => (await listener.during(act)).length > 0

const [supportType, place, mentor] = [await makeSupportType(db), await makePlace(db), await makeMentor(db)]
const textOfType = { subject_id: supportType.id, field: 'name', language: 'de', text: 'Beratung', source_sha256: '0' }
const provider = { name: 'Campus', issuer: 'https://id.example.org', client_id: 'openhour', created_at: new Date() }

const changes: Record<string, () => Promise<unknown>> = {
  'the settings': () => db.updateTable('settings').set({ notice_minutes: 90 }).execute(),
  'a support type': () => db.updateTable('support_types').set({ name: 'Advice' }).where('id', '=', supportType.id).execute(),
  'a new place': () => makePlace(db),
  'a mentor’s text': () => db.updateTable('mentor_profiles').set({ bio: 'Listens.' }).where('user_id', '=', mentor.id).execute(),
  'what a mentor offers': () =>
    db.insertInto('mentor_support_types').values({ user_id: mentor.id, support_type_id: supportType.id }).execute(),
  'a mentor’s name': () => db.updateTable('users').set({ name: 'Ana' }).where('id', '=', mentor.id).execute(),
  'a mentor’s languages': () =>
    db
      .updateTable('users')
      .set({ working_languages: ['fr'] })
      .where('id', '=', mentor.id)
      .execute(),
  'a mentor who leaves': () => db.updateTable('users').set({ active: false }).where('id', '=', mentor.id).execute(),
  'a new mentor': async () => giveRole(db, (await makeUser(db)).id, { is_mentor: true }),
  'a role that is a mentor’s no more': () => db.updateTable('roles').set({ is_mentor: false }).execute(),
  'a published text': () => makeContract(db),
  'a withdrawn text': () => db.updateTable('contracts').set({ withdrawn_at: '2026-11-01T00:00:00Z' }).execute(),
  'a mentor’s rating': () => db.insertInto('mentor_ratings').values({ mentor_id: mentor.id, stars: 1, star_sum: 5 }).execute(),
  'a translation': () => db.insertInto('translations').values(textOfType).execute(),
  'a question about an appointment': () => db.updateTable('feedback_questions').set({ prompt: 'How was it?' }).execute(),
  'a way to sign in': () => db.insertInto('identity_providers').values(provider).execute(),
}
it.each(Object.entries(changes))('servers hear of %s', async (_, change) => {
  expect(await isHeard(change)).toBe(true)
})

it('servers do not hear of what visitors never see', async () => {
  const client = await makeUser(db)
  const wish = { supportType, place, from: '2027-03-01T09:00', to: '2027-03-01T09:30', mentors: [await makeMentor(db)] }
  const [slot] = (await makeSchedule(db, wish)).slots
  expect(
    await isHeard(async () => {
      await makeUser(db)
      await makeSession(db, client.id, new Date())
      await db.updateTable('users').set({ phone_verified_at: null, locale: 'de' }).where('id', '=', client.id).execute()
      await makeAppointment(db, slot!.id, client.id)
    }),
  ).toBe(false)
})
