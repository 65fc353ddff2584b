import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { freeTimesOf, publishedVersions, registerClient, send } from '../../../e2e/support/client.ts'
import type { RunningProduct } from '../../../e2e/support/start-product.ts'
import { localOf, nextChanges, openPlanning } from './changes.ts'
import type { MovableClock } from './movable-clock.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** New servers look at once. In milliseconds. */
const timeoutMs = 10_000

/** Before an appointment, in minutes, as a new organisation has it. */
const reminders = [1440, 120]

export interface Reminded {
  /** How many there should be. */
  due: number
  lost: number
  doubled: number
  early: number
}

/**
 * An appointment on each of the next two days when London's clock changes, booked three days before. Around each
 * of its reminders the clock is put back by an hour, once it is out, and forward again, and at each step two new
 * servers look at once whom to remind.
 */
export async function tryReminders(product: RunningProduct, database: pg.Client, clock: MovableClock): Promise<Reminded> {
  const found = { due: 0, lost: 0, doubled: 0, early: 0 }
  for (const [at, change] of nextChanges(clock.now()).entries()) {
    clock.move(change - 3 * day - clock.now())
    const { type, mentor, plan } = await openPlanning(product.url)
    const date = localOf(change).slice(0, 10)
    const planned = await plan(`${date}T14:00`, `${date}T15:00`)
    const time = (await freeTimesOf(product.url, type.id, date)).find(({ schedule_id }) => schedule_id === planned.body.id)
    if (!time) throw new Error(`no session on the day of the change: ${planned.status}`)
    const versions = await publishedVersions(product.url)
    const token = await registerClient(product.url, 900 + at, versions)
    const request = { schedule_id: time.schedule_id, mentor_id: mentor.id, starts_at: time.starts_at, accepted_version_ids: versions }
    const { status, body } = await send(product.url, 'POST', '/api/appointments', { token, body: request })
    if (status !== 201) throw new Error(`booking answered ${status}`)

    for (const minutes of reminders) {
      const due = Date.parse(time.starts_at) - minutes * minute
      const written = async (moment: number): Promise<number> => {
        clock.move(moment - clock.now())
        await look(product)
        return countReminders(database, body.id ?? '', minutes)
      }
      found.early += await written(due - 2 * minute)
      const counts = [await written(due + minute), await written(due + minute - hour), await written(due + 2 * minute)]
      found.due += 1
      if (counts.includes(0)) found.lost += 1
      if (counts.some(count => count > 1)) found.doubled += 1
      console.log(`${date}, ${minutes} minutes before: told ${counts.join(', then ')} times`)
    }
  }
  return found
}

/** Two servers that have nothing to do but look, both at once; over when both have. */
async function look(product: RunningProduct): Promise<void> {
  const lookers = await Promise.all([1, 2].map(() => product.addServer({ OPENHOUR_WORKER: 'on' })))
  const looked = async ({ url }: RunningProduct) =>
    /job_last_success_timestamp_seconds\{name="reminders"\} [1-9]/.test(await (await fetch(`${url}/metrics`)).text())
  const all = async () => (await Promise.all(lookers.map(looked))).every(Boolean)
  for (const end = performance.now() + timeoutMs; !(await all()); await pause(20))
    if (performance.now() > end) throw new Error('the new servers did not look whom to remind')
  await Promise.all(lookers.map(looker => looker.stop()))
}

/** However far they have come: written once is said once. */
async function countReminders(database: pg.Client, appointment: string, minutes: number): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM outbox WHERE kind = 'reminder' AND appointment_id = $1 AND detail ->> 'minutes' = $2`,
    [appointment, String(minutes)],
  )
  return rows[0]?.count ?? 0
}
