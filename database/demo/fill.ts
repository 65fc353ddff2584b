import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../types.ts'
import { listClients } from './clients.ts'
import { demoDayOf } from './demo-day.ts'
import { demoPassword } from './demo-logins.ts'
import { organisation } from './organisation.ts'
import { planAppointments } from './plan-appointments.ts'
import { planFeedback } from './plan-feedback.ts'
import { planSessions, slotsOfSession } from './plan-sessions.ts'
import { writeAbsences } from './write-absences.ts'
import { writeAppointments } from './write-appointments.ts'
import { writeContracts } from './write-contracts.ts'
import { writeFeedback } from './write-feedback.ts'
import { demoIds, writePeople } from './write-people.ts'
import { releaseCancelled, writeOffer, writeSessions } from './write-sessions.ts'
import { writeWaiting } from './write-waiting.ts'

/**
 * Fills an empty database with a working organisation, from four weeks before to six weeks after `today`,
 * in one transaction. The same day gives the same data, including ids; only today's progress follows the
 * clock. Does nothing if there is a person already.
 */
export async function fillDemo(
  db: Kysely<Database>,
  { today: instant, hashPassword }: { today: Date; hashPassword: (password: string) => Promise<string> },
): Promise<void> {
  await db.transaction().execute(async trx => {
    await waitForOtherServers(trx)
    if (await trx.selectFrom('users').select('id').limit(1).executeTakeFirst()) return
    const today = demoDayOf(instant)
    const ids = demoIds(today)
    const clients = listClients(today)
    const sessions = planSessions(today)
    const slots = sessions.flatMap(slotsOfSession)
    const appointments = planAppointments(
      slots.filter(({ session }) => !session.interpreted),
      clients,
      today,
    )
    const passwordHash = await hashPassword(demoPassword)

    await trx.updateTable('settings').set(organisation).execute()
    await writeOffer(trx, ids, today)
    await writePeople(trx, { clients, ids, passwordHash, today })
    await writeContracts(trx, { clients, ids, today })
    await writeSessions(trx, { sessions, slots, ids, today })
    await writeAppointments(trx, appointments, ids, today)
    await releaseCancelled(trx)
    await writeWaiting(trx, { clients, today })
    await writeAbsences(trx, { ids, today })
    await writeFeedback(trx, { feedback: planFeedback(appointments, today), ids, today })
  })
}

/** Polls instead of waiting: on a slow machine another server's fill takes longer than a statement may. */
async function waitForOtherServers(trx: Kysely<Database>): Promise<void> {
  const take = sql<{ taken: boolean }>`SELECT pg_try_advisory_xact_lock(hashtext('openhour.demo')) AS taken`
  while (!(await take.execute(trx)).rows[0]?.taken) await pause(50)
}
