import { letSeatsBeSoldTwice } from '../drill-support/break-seats.ts'
import { raceForSeats, type Outcome } from '../drill-support/race-for-seats.ts'
import { defineDrill } from '../drill-support/drill.ts'
import { openSite } from '../drill-support/site.ts'
import { approveInVain, holdNothing } from './race/faults.ts'
import { paths } from './race/paths.ts'

const once = (path: string) => `${path}: seats with exactly one winner`
const overfull = 'slots with more appointments than seats'

/** `npm run drill -- race`: on every path to a seat, so many want each of so many seats at the same moment. */
export const drill = defineDrill({
  promise: 'A seat is never sold twice, whichever way it is requested, and the losers are told so.',
  options: { seats: 200, contenders: 50, postponed: 0 },
  // Next to other tests a connection may take longer than the server lets a request wait.
  short: { seats: 6, contenders: 12, postponed: Infinity },
  controls: {
    seats: {
      breaks: 'taken seats are not counted, and the index that allows one appointment a seat is dropped',
      turnsRed: [...['book', 'staff book', 'move', 'ask'].map(once), overfull],
      options: { seats: 20 },
    },
    approve: {
      breaks: 'approving is answered and changes nothing, so that the same is approved again and again',
      turnsRed: [once('approve')],
      options: { seats: 20 },
    },
    offer: {
      breaks: 'as for seats, and besides nothing is held for whom it is offered to',
      turnsRed: [once('accept offer'), overfull],
      options: { seats: 20 },
    },
  },
  async run({ options: { seats, contenders, postponed: mostPostponed }, broken }) {
    if (seats > 400) throw new Error('at most 400 seats: so many times are planned at the same moment')
    const site = await openSite({ people: seats * (contenders + 2), times: 400 * Object.keys(paths).length + seats * contenders })
    try {
      const outcomes: Record<string, Outcome> = {}
      console.log('path            seats  sold once   winners   told no   5xx  other   took')
      let skipped = 0
      for (const [name, prepare] of Object.entries(paths)) {
        // Each path has its own hour, so that no client is busy with an earlier win.
        const race = await prepare({ site, seats, contenders, firstTime: skipped })
        skipped += 400
        const countAgain = broken === 'seats' || broken === 'offer' ? await letSeatsBeSoldTwice(site.database) : undefined
        if (broken === 'offer' && name === 'accept offer') await holdNothing(site.database)
        if (broken === 'approve' && name === 'approve') await approveInVain(site.database)
        const outcome = await raceForSeats([site.product.url], race)
        await countAgain?.()
        outcomes[name] = outcome
        const { winners, refused, failed, other, ms } = outcome
        console.log(
          `${name.padEnd(14)} ${String(seats).padStart(6)} ${String(outcome.once).padStart(10)} ${String(winners).padStart(9)} ${String(refused).padStart(9)} ${String(failed).padStart(5)} ${String(other).padStart(6)}   ${(ms / 1000).toFixed(1)} s`,
        )
        for (const [answer, count] of outcome.unclear) console.log(`  ${count} × ${answer}`)
      }
      const sum = (of: (outcome: Outcome) => number) => Object.values(outcomes).reduce((total, outcome) => total + of(outcome), 0)
      const all = seats * Object.keys(paths).length
      const sold = sum(outcome => outcome.once)
      return {
        figures: { seats, contenders, outcomes },
        targets: [
          ...Object.entries(outcomes).map(([name, outcome]) => ({
            what: once(name),
            value: outcome.once,
            atLeast: seats,
            unit: `of ${seats}`,
          })),
          { what: 'told to come again later', value: sum(outcome => outcome.postponed), atMost: mostPostponed, unit: '' },
          { what: 'answers that are an error of the server', value: sum(outcome => outcome.failed), atMost: 0, unit: '' },
          { what: 'answers that are neither a seat nor a clear refusal', value: sum(outcome => outcome.other), atMost: 0, unit: '' },
          ...(await site.countBroken()),
        ],
        main: `${sold} of ${all} seats with exactly one winner among ${contenders} on ${Object.keys(paths).length} paths`,
      }
    } finally {
      await site.stop()
    }
  },
})
