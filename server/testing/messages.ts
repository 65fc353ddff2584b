import { sql } from 'kysely'
import { makeAdmin, makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from '#database/factories.ts'
import { openMailer, type Mailer } from '../platform/mail/smtp.ts'
import { openSmsProvider } from '../platform/sms/open.ts'
import type { Gateways } from '../features/messages/deliver-message.ts'
import { startTestApp, type TestApp } from './app.ts'
import { sendDueBatch } from '../features/messages/send-batch.ts'
import { startMailServer } from './mail-server.ts'

/** After the database's own clock, by which messages are due. */
const now = '2027-03-01T10:00:00Z'

/** Longer than an answer takes on a busy machine. */
const timeouts = { connectMs: 10_000, answerMs: 10_000 }

export const from = 'desk@larkfield.example'
const origin = 'https://book.example.org'

/**
 * An organisation that sends e-mail, with a mail server of its own and one mentor; with more of an
 * environment also text messages.
 */
export async function openOrganisation(more: Record<string, string> = {}) {
  const mail = await startMailServer()
  const env = { OPENHOUR_MODE: 'production', OPENHOUR_RATE_LIMIT: 'on', OPENHOUR_SMTP_URL: mail.url, OPENHOUR_MAIL_FROM: from, ...more }
  const app = await startTestApp({ now, env })
  const { db } = app
  await sql`UPDATE settings SET site_name = 'Larkfield', contact = 'Ring 020 7946 0000'`.execute(db)
  const supportType = await makeSupportType(db, { name: 'Bereavement counselling', needs_approval: false })
  const place = await makePlace(db, { name: 'Room 1', address: '1 High Street', time_zone: 'Europe/London' })
  const mary = await makeMentor(db, { name: 'Mary Mentor' })
  const mentors = [mary, await makeMentor(db, { name: 'Max Mentor' })] as const
  const staff = await makeAdmin(db)
  let day = 0
  let people = 0
  const client = (fields: Parameters<typeof makeUser>[1] = {}) =>
    makeUser(db, { name: 'Jo Client', email: `person${(people += 1)}@example.org`, channel: 'email', ...fields })
  /** A session of the first mentor from nine to eleven, four slots, on a day of its own from a week ahead. */
  const plan = (input: Partial<Parameters<typeof makeSchedule>[1]> = {}) => {
    const date = new Date(Date.UTC(2027, 2, 8 + (day += 1))).toISOString().slice(0, 10)
    return makeSchedule(db, { supportType, place, mentors: [mary], from: `${date}T09:00`, to: `${date}T11:00`, ...input })
  }
  const gateways = ({ platform: { settings } }: TestApp): Gateways => ({
    mailer: openMailer(mail.url, timeouts),
    sms: settings.sms ? openSmsProvider(settings.sms, origin, timeouts) : null,
    origin,
    pausedUntil: new Map(),
  })
  return {
    app,
    db,
    gateways,
    mail,
    supportType,
    place,
    mentors,
    staff,
    client,
    plan,
    /** Books a new client into a new session. */
    async book(fields: Parameters<typeof makeUser>[1] = {}, input: Parameters<typeof plan>[0] = {}) {
      const { schedule, slots } = await plan(input)
      const user = await client(fields)
      return { user, schedule, slots, appointment: await makeAppointment(db, slots[0]?.id ?? '', user.id) }
    },
    /** Sends what is due, as one of so many servers. */
    send: (mailer: Mailer | null = openMailer(mail.url, timeouts), server: TestApp = app) =>
      sendDueBatch(server.platform, { ...gateways(server), mailer }),
    /** A person's messages, oldest first. */
    of: (user: { id: string }) => db.selectFrom('outbox').selectAll().where('user_id', '=', user.id).orderBy('created_at').execute(),
    async close() {
      await app.close()
      await mail.close()
    },
  }
}
export type Organisation = Awaited<ReturnType<typeof openOrganisation>>

export const moveTo = ({ db, staff }: Organisation, id: string, slotId: string, reason: string) =>
  sql`UPDATE appointments SET slot_id = ${slotId}, changed_by = ${staff.id}, change_reason = ${reason} WHERE id = ${id}`.execute(db)

export const cancelWithReason = ({ db, staff }: Organisation, id: string, reason: string) =>
  sql`SELECT cancel_appointments(${[id]}, 'organisation', ${staff.id}, ${reason}, now())`.execute(db)
