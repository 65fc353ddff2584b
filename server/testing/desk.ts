import { makeAdmin, makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from './app.ts'

export type Desk = Awaited<ReturnType<typeof openDesk>>

/** An organisation with one mentor and a member of staff, at nine o'clock on a Friday. */
export async function openDesk() {
  const app: TestApp = await startTestApp({ now: '2026-11-20T09:00:00Z' })
  const supportType = await makeSupportType(app.db, { price_amount: 2500 })
  const place = await makePlace(app.db)
  const mentor = await makeMentor(app.db, { name: 'Mary Mentor' })
  const staff = await makeAdmin(app.db, ['Appointment List', 'Appointment Edit', 'Appointment Create'])
  let day = 0
  /** A session of one mentor from nine to eleven, four slots, on a day of its own, from two weeks ahead. */
  const plan = (input: Partial<Parameters<typeof makeSchedule>[1]> = {}) => {
    const date = new Date(Date.UTC(2026, 11, 4 + day)).toISOString().slice(0, 10)
    day += 1
    return makeSchedule(app.db, { supportType, place, mentors: [mentor], from: `${date}T09:00`, to: `${date}T11:00`, ...input })
  }
  return {
    app,
    supportType,
    place,
    mentor,
    staff,
    token: await app.signIn(staff),
    plan,
    /** An appointment in a session's slot, for a client of its own. */
    async book(slotId: string, fields: Parameters<typeof makeAppointment>[3] = {}) {
      const user = await makeUser(app.db)
      return { user, appointment: await makeAppointment(app.db, slotId, user.id, fields) }
    },
    /** What the history tells of an appointment, first to last. */
    async history(
      id: string,
    ): Promise<{ at: string; action: string; reason: string; by: { id: string; name: string } | null; from: unknown; to: unknown }[]> {
      const { body } = await app.request('GET /api/appointments/{id}', { token: await app.signIn(staff), params: { id } })
      return body.history
    },
  }
}
