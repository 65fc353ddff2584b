import type pg from 'pg'
import { logIn } from '../../e2e/support/people.ts'
import { defineDrill } from '../drill-support/drill.ts'
import { openSite } from '../drill-support/site.ts'
import { faults } from './history/faults.ts'
import { compareLog } from './history/log.ts'
import { World, type Status } from './history/model.ts'
import { slotOf, type Operation } from './history/operations.ts'
import { explainStuck, findOrder } from './history/order.ts'
import { peopleFor, planGround, type Ground } from './history/plan.ts'
import { play } from './history/play.ts'

const inOrder = 'histories with an order that explains every answer'
const asLogged = 'changes of which the log tells otherwise than the answers'

/** Few enough that people meet them all the time. */
const policies = { mostOpen: 3, mostMissed: 1 }
const small = { seeds: 1, operations: 2000 }

/** What became of one seed. */
interface Played {
  seed: number
  operations: number
  done: number
  found: boolean
  told: string[]
  errors: number
  answers: Record<string, number>
}

/**
 * `npm run drill -- history`: many people do everything at once with a few seats; whether some order of it all
 * explains what each of them was told.
 */
export const drill = defineDrill({
  promise: 'What people are told fits together: some order of everything that was done explains every answer, and the log tells the same.',
  options: { seed: 1, seeds: 10, operations: 10_000 },
  short: { seeds: 1, operations: 400 },
  controls: {
    seats: {
      breaks: 'taken seats are not counted, and the index that allows one appointment a seat is dropped',
      turnsRed: [inOrder],
      options: small,
    },
    cancelled: { breaks: 'the seat of a cancelled appointment stays taken', turnsRed: [inOrder], options: small },
    places: {
      breaks: 'overlapping appointments of a client are not checked, and the constraint is dropped',
      turnsRed: [inOrder],
      options: small,
    },
    log: { breaks: 'the log loses one in sixteen cancellations', turnsRed: [asLogged], options: small },
    moved: { breaks: 'who moves keeps the old seat as well', turnsRed: [inOrder], options: small },
  },
  async run({ options: { seed, seeds, operations }, broken }) {
    const site = await openSite({ people: peopleFor(seeds), times: 0 })
    try {
      await site.database.query(
        `UPDATE settings SET max_open = $1, missed_limit = $2, quiet_from = '00:00', quiet_until = '00:00', offer_minutes = 1440`,
        [policies.mostOpen, policies.mostMissed],
      )
      const administrator = await logIn(site.product.url, 'administrator')
      if (broken) await faults[broken](site.database)
      const played: Played[] = []
      console.log(' seed  operations  done  told no  errors  took     order found')
      for (let turn = 0; turn < seeds; turn += 1) {
        const ground = await planGround(site, administrator, turn)
        const start = performance.now()
        const history = await play(site.product.url, ground, { seed: seed + turn, operations })
        const took = performance.now() - start
        const order = findOrder([...history, ...(await readAtTheEnd(site.database, ground))], new World(ground.times, policies))
        const told = await compareLog(site.database, ground, history)
        const errors = history.filter(({ status }) => status >= 500 || status === 429 || status === 400 || status === 422)
        const done = history.filter(({ status }) => status < 300).length
        const found = order.placed === order.events
        console.log(
          `${String(seed + turn).padStart(5)}  ${String(history.length).padStart(10)}  ${String(done).padStart(4)}  ${String(history.length - done).padStart(7)}  ` +
            `${String(errors.length).padStart(6)}  ${(took / 1000).toFixed(1).padStart(4)} s   ${found ? `yes, in ${((performance.now() - start - took) / 1000).toFixed(1)} s` : 'NO'}`,
        )
        const { enough, lines } = explainStuck(order, history)
        if (!found) {
          console.log(lines.join('\n'))
          console.log(`  Again: npm run drill -- history --seed ${seed + turn} --seeds 1 --operations ${enough}`)
        }
        for (const line of told.slice(0, 5)) console.log(`  ${line}`)
        for (const { number, status, code } of errors.slice(0, 5)) console.log(`  #${number}: ${status} ${code}`)
        played.push({
          seed: seed + turn,
          operations: history.length,
          done,
          found,
          told,
          errors: errors.length,
          answers: countAnswers(history),
        })
      }
      const sum = (of: (one: Played) => number) => played.reduce((total, one) => total + of(one), 0)
      const explained = played.filter(({ found }) => found).length
      const all = sum(one => one.operations)
      return {
        figures: { played },
        targets: [
          { what: inOrder, value: explained, atLeast: seeds, unit: `of ${seeds}` },
          { what: asLogged, value: sum(one => one.told.length), atMost: 0, unit: '' },
          { what: 'answers that are errors', value: sum(one => one.errors), atMost: 0, unit: `of ${all}` },
          ...(await site.countBroken()),
        ],
        main: `${explained} of ${seeds} histories explained, ${all} operations, ${sum(one => one.told.length)} differences between answers and log`,
      }
    } finally {
      await site.stop()
    }
  },
})

/** What is stored in the end. It must be explained like an answer to a request. */
async function readAtTheEnd(database: pg.Client, { clients, administrator }: Ground): Promise<Operation[]> {
  const now = performance.now()
  const ids = clients.map(({ id }) => id)
  const { rows: appointments } = await database.query<{
    id: string
    user_id: string
    status: Status
    mentor_id: string
    starts_at: Date
    revision: number
  }>('SELECT id, user_id, status, mentor_id, starts_at, revision FROM appointments WHERE user_id = ANY ($1)', [ids])
  const { rows: entries } = await database.query<{ id: string; user_id: string; state: string; mentor_id: string | null; starts_at: Date }>(
    'SELECT w.id, w.user_id, w.state, x.mentor_id, x.starts_at FROM waiting_list w LEFT JOIN slots x ON x.id = w.offered_slot_id WHERE w.user_id = ANY ($1)',
    [ids],
  )
  const seen = { number: -1, from: now, to: now, status: 200, code: '', appointment: null, entry: null }
  return [
    ...appointments.map(({ id, user_id, status, mentor_id, starts_at, revision }): Operation => ({
      ...seen,
      command: { do: 'read', id },
      who: administrator.id,
      appointment: { id, client: user_id, status, slot: slotOf(mentor_id, starts_at.toISOString()), revision },
    })),
    ...entries.map(({ id, user_id, state, mentor_id, starts_at }): Operation => ({
      ...seen,
      command: { do: 'look', id },
      who: user_id,
      entry: { id, state, offer: mentor_id && slotOf(mentor_id, starts_at.toISOString()) },
    })),
  ]
}

/** How often which answer was given to what. */
function countAnswers(history: readonly Operation[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { command, status, code } of history) {
    const answer = `${command.do} ${status} ${code}`.trim()
    counts[answer] = (counts[answer] ?? 0) + 1
  }
  return counts
}
