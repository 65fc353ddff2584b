import type { Selectable } from 'kysely'
import { makeAdmin, makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '#database/factories.ts'
import type { Database } from '#database/types.ts'
import { startTestApp, type TestApp } from './app.ts'

type Row<Table extends keyof Database> = Selectable<Database[Table]>

/** An organisation whose sessions have taken place, and the questions of its form for clients. */
export async function startFeedback() {
  const app: TestApp = await startTestApp({ now: '2026-11-20T18:00:00Z' })
  // Sessions are spread over the year; mentors still write about all of them.
  await app.db.updateTable('settings').set({ mentor_access_days: 3650 }).execute()
  const [supportType, place, admin] = [await makeSupportType(app.db), await makePlace(app.db), await makeAdmin(app.db)]
  const ask = (fields: Partial<Row<'feedback_questions'>> & { position: number }) =>
    app.db
      .insertInto('feedback_questions')
      .values({ type: 'client', widget: 'star', prompt: 'How helpful was it?', ...fields })
      .returningAll()
      .executeTakeFirstOrThrow()
  const stars = await ask({ position: 1, required: true })
  const choice = await ask({ position: 2, widget: 'radio', prompt: 'Again?', options: ['Yes', 'No'] })
  const words = await ask({ position: 3, widget: 'text', prompt: 'What else?' })
  const mentorWords = await ask({ position: 1, type: 'mentor', widget: 'text', prompt: 'What next?', required: true })
  let day = 0

  /** Sessions of one mentor that took place, one client each. */
  async function hold(mentor: Row<'users'>, count = 1, { type = supportType, on = '' } = {}) {
    day += 1
    const date = on || `2026-${String(1 + Math.floor(day / 28)).padStart(2, '0')}-${String(1 + (day % 28)).padStart(2, '0')}`
    const session = { supportType: type, place, mentors: [mentor], from: `${date}T08:00`, to: `${date}T17:00` }
    const { slots } = await makeSchedule(app.db, session)
    const held = []
    for (const slot of slots.slice(0, count)) {
      const client = await makeUser(app.db)
      held.push({ client, appointment: await makeAppointment(app.db, slot.id, client.id, { status: 'fulfilled' }) })
    }
    return held
  }

  async function holdOne() {
    const mentor = await makeMentor(app.db)
    const [one] = await hold(mentor)
    if (!one) throw new Error('no session was held')
    return { mentor, ...one, token: await app.signIn(one.client), mentorToken: await app.signIn(mentor) }
  }

  const give = (token: string, appointment_id: string, answers: { question_id: string; value: unknown; revision?: number }[], more = {}) =>
    app.request('POST /api/feedback', { token, body: { appointment_id, answers, ...more } })

  const token = await app.signIn(admin)
  return { app, admin, token, supportType, place, stars, choice, words, mentorWords, ask, hold, holdOne, give }
}
