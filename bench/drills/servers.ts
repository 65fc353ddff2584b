import { letSeatsBeSoldTwice } from '../drill-support/break-seats.ts'
import { raceForSeats } from '../drill-support/race-for-seats.ts'
import { defineDrill } from '../drill-support/drill.ts'
import { openSite } from '../drill-support/site.ts'
import { watchFromElsewhere } from './servers/freshness.ts'
import { askTooMuch, limits } from './servers/limits.ts'
import { askAfterTheEnd } from './servers/sessions.ts'
import { killOne } from './servers/survivor.ts'

const oneWinner = 'seats with exactly one winner'
const list = 'slowest until the other server’s list shows a booking'
const page = 'slowest until a page open at the other server hears of it'
const logins = 'logins let through by both together'
const requests = 'requests let through by both together'

/** `npm run drill -- servers`: two servers on one PostgreSQL, asked in turn. */
export const drill = defineDrill({
  promise: 'Several servers on one database are one: what happens at one holds at the other, and one goes on when the other is killed.',
  options: { seats: 100, contenders: 50, rounds: 20, rate: 40, seconds: 10 },
  short: { seats: 4, contenders: 10, rounds: 3, rate: 20, seconds: 2 },
  controls: {
    seats: {
      breaks: 'taken seats are not counted, and the index that allows one appointment a seat is dropped',
      turnsRed: [oneWinner, 'slots with more appointments than seats'],
      options: { seats: 10, rounds: 3, seconds: 2 },
    },
    silence: {
      breaks: 'the database sends no notifications about seats',
      turnsRed: [list, page],
      options: { seats: 10, seconds: 2 },
    },
    counts: {
      breaks: 'requests are not counted in the database, so that each server limits for itself',
      turnsRed: [logins, requests],
      options: { seats: 10, rounds: 3, seconds: 2 },
    },
  },
  async run({ options: { seats, contenders, rounds, rate, seconds }, broken }) {
    const people = Math.max(400, seats * contenders)
    const site = await openSite({ people, times: 1200 + 2 * rate * seconds })
    const first = site.product
    const second = await first.addServer()
    try {
      if (broken === 'seats') await letSeatsBeSoldTwice(site.database)
      if (broken === 'silence') await site.database.query('DROP TRIGGER slots_notify ON slots')
      if (broken === 'counts') {
        await site.database.query(`
          CREATE FUNCTION forget_count() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
          CREATE TRIGGER forgotten BEFORE INSERT ON request_counts FOR EACH ROW EXECUTE FUNCTION forget_count()`)
      }

      const race = await raceForSeats([first.url, second.url], {
        attempts: Array.from({ length: seats }, (_, seat) =>
          site.clients
            .slice(seat * contenders, (seat + 1) * contenders)
            .map(({ token }) => ({ method: 'POST', path: '/api/appointments', token, body: site.times[seat] })),
        ),
        won: 201,
        refusals: ['slot_taken'],
      })
      console.log(
        `${seats} seats, ${contenders} for each over both: ${race.winners} won, ${race.refused} told no, ${race.postponed} come again, ${race.failed} errors, ${race.other} other`,
      )
      const seen = await watchFromElsewhere(site, first.url, second.url, { firstTime: 400, rounds })
      console.log(
        `Booked at one: in the other’s list after ${seen.list.toFixed(0)} ms at most, on its open pages after ${seen.page.toFixed(0)} ms`,
      )
      const letIn = await askAfterTheEnd(site, first.url, second.url, rounds)
      console.log(`Logged out or without their role at one, and still let in by the other: ${letIn} of ${2 * rounds}`)
      const through = await askTooMuch(site)
      console.log(`Let through by both together: ${through.logins} logins, ${through.tries} tries of a code, ${through.requests} requests`)
      const survived = await killOne(site, second, first, { firstTime: 1200, seconds, rate })
      const { acknowledged, lost, failed, unsettled, slowest } = survived
      console.log(
        `One killed: ${lost} of ${acknowledged} bookings lost, ${failed} failed at the other, ${unsettled} not settled there, slowest ${slowest.toFixed(0)} ms`,
      )

      return {
        figures: { race, seen, letIn, through, survived },
        targets: [
          { what: oneWinner, value: race.once, atLeast: seats, unit: `of ${seats}` },
          {
            what: 'answers of the race that are no clear yes or no',
            value: race.postponed + race.failed + race.other,
            atMost: 0,
            unit: '',
          },
          // Without being told, a list is up to a second old.
          { what: list, value: seen.list, atMost: 500, unit: 'ms' },
          { what: page, value: seen.page, atMost: 1000, unit: 'ms' },
          { what: 'let in after logging out or losing a role elsewhere', value: letIn, atMost: 0, unit: '' },
          { what: logins, value: through.logins, atLeast: limits.logins, atMost: limits.logins, unit: '' },
          { what: 'tries of a one-time code', value: through.tries, atLeast: limits.tries, atMost: limits.tries, unit: '' },
          // Some were used up by getting ready; and each lets through what it is asked before it hears of the
          // other.
          { what: requests, value: through.requests, atLeast: limits.requests - 200, atMost: limits.requests + 100, unit: '' },
          { what: 'acknowledged bookings lost when one was killed', value: lost, atMost: 0, unit: `of ${acknowledged}` },
          { what: 'bookings that failed at the one that lived', value: failed + unsettled, atMost: 0, unit: '' },
          { what: 'slowest answer of the one that lived', value: slowest, atMost: 5000, unit: 'ms' },
          ...(await site.countBroken()),
        ],
        main: `${race.once} of ${seats} seats sold once over two servers, shown by the other within ${Math.max(seen.list, seen.page).toFixed(0)} ms, ${lost} of ${acknowledged} bookings lost with one killed`,
      }
    } finally {
      await second.stop()
      await site.stop()
    }
  },
})
