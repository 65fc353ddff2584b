import { setTimeout as pause } from 'node:timers/promises'
import { send } from '../../e2e/support/client.ts'
import type { RunningProduct } from '../../e2e/support/start-product.ts'
import { defineDrill } from '../drill-support/drill.ts'
import { openSite, type Site } from '../drill-support/site.ts'
import { startBookingLoad, countLost } from '../drill-support/booking-load.ts'
import { quantile } from '../measuring/report.ts'
import { type Gateway, openGateway } from '../../e2e/support/sms-gateway.ts'
import { type MailServer, openMailServer } from '../drill-support/mail-server.ts'
import { deadLeaseMs, hurry, leasesOut } from '../drill-support/outbox.ts'
import { bookForReminders, cancelSome, compare, countOpen, makeDue } from './messages/reminders.ts'

const lost = 'people who were not reminded'
const doubled = 'people who were reminded twice'

/**
 * `npm run drill -- messages`: reminders that are all due at once, while whatever sends them breaks in every way.
 */
export const drill = defineDrill({
  promise:
    'Whatever becomes of mail server, gateway and worker: who is to be told is told once, of nothing that is no longer so, and booking does not notice.',
  options: { reminders: 10_000, rate: 20, seconds: 20, phase: 6 },
  short: { reminders: 40, rate: 10, seconds: 0, phase: 0 },
  controls: {
    twice: { breaks: 'each reminder is written once more', turnsRed: [doubled], options: { reminders: 60, seconds: 1, phase: 0 } },
    lost: { breaks: 'what is to be tried again counts as sent', turnsRed: [lost], options: { reminders: 60, seconds: 1, phase: 0 } },
  },
  async run({ options: { reminders, rate, seconds, phase }, broken }) {
    const [gateway, mail] = [await openGateway(), await openMailServer()]
    const codes = phase > 0 ? 3 : 0
    const longest = seconds + 10 * phase + 30
    const times = reminders + rate * (seconds + longest) + 400
    const site = await openSite({
      people: Math.max(400, reminders),
      times,
      settings: { ...gateway.settings, ...mail.settings, OPENHOUR_LOG_LEVEL: 'info' },
    })
    try {
      gateway.receipts = site.product.url
      await bookForReminders(site.database, reminders)
      if (broken) await site.database.query(faults[broken])
      const quiet = await bookDuring(site, { rate, firstTime: reminders }, () => pause(seconds * 1000))
      let slowestCode = 0
      let cancelledAt = 0
      // While it starts, the second server takes a core from the first: that is the drill's doing, not the
      // reminders'.
      const starting = { from: 0, to: 0 }
      let second: RunningProduct | null = null
      const busy = await bookDuring(site, { rate, firstTime: reminders + rate * (seconds + 1) }, async () => {
        const until = performance.now() + seconds * 1000
        await makeDue(site.database)
        // Looks whom to remind as soon as it starts.
        starting.from = performance.now()
        second = await site.product.addServer()
        starting.to = performance.now()
        cancelledAt = await cancelSome(site.database, 7)
        if (phase === 0) gateway.mode = 'cut'
        for (let i = 0; i < codes; i += 1) slowestCode = Math.max(slowestCode, await askCode(site, gateway))
        if (phase > 0) await pause(Math.max(0, until - performance.now()))
        for (const [name, begin, end] of waysToBreak(gateway, mail, phase > 0)) {
          console.log(`${name}: ${await countOpen(site.database)} still to be sent`)
          await begin()
          await pause(phase * 1000 || 300)
          await end()
          await hurry(site.database)
        }
      })
      await (second as RunningProduct | null)?.kill()
      // What it had in hand, among what the other has.
      const leases = await leasesOut(site.database)
      const finished = await finish(site, leases, phase > 0)
      const told = await compare(site.database, [...gateway.arrived.values(), ...mail.arrived.values()], cancelledAt)
      const all = [...quiet.done, ...busy.done]
      const p99 = p99Of(busy.done.filter(({ at }) => at < starting.from || at > starting.to))
      const ratio = p99 / quiet.p99
      const logs = await site.product.logs()
      const numbers = logs.server.split('\n').filter(line => /\+44\d{9}|@drill\.example/.test(line)).length
      console.log(
        `${told.lost} lost, ${told.doubled} doubled, ${told.stale} stale of ${told.reminders}; p99 of bookings ${quiet.p99.toFixed(1)} ms before, ${p99.toFixed(1)} during the reminders (${p99Of(busy.done).toFixed(1)} with the second server's start)`,
      )
      return {
        figures: {
          told,
          finishedAfter: finished,
          quiet: quiet.p99,
          busy: p99,
          busyWithStart: p99Of(busy.done),
          ratio,
          code: slowestCode,
          bookings: all.length,
        },
        targets: [
          { what: lost, value: told.lost, atMost: 0, unit: `of ${told.reminders - told.cancelled}` },
          { what: doubled, value: told.doubled, atMost: 0, unit: `of ${told.reminders}` },
          { what: 'people reminded of what was cancelled', value: told.stale, atMost: 0, unit: `of ${told.cancelled}` },
          { what: 'messages that do not say what became of them', value: told.unclear, atMost: 0, unit: `of ${told.reminders}` },
          { what: 'bookings that failed', value: all.filter(({ status }) => status !== 201).length, atMost: 0, unit: `of ${all.length}` },
          {
            what: 'bookings lost',
            value: await countLost(
              site.database,
              all.filter(({ status }) => status === 201),
            ),
            atMost: 0,
            unit: `of ${all.length}`,
          },
          ...(phase > 0 ? [{ what: 'slowest until a code arrives', value: slowestCode / 1000, atMost: 5, unit: 's' }] : []),
          { what: 'log lines with a phone number or an address', value: numbers, atMost: 0, unit: '' },
          // A handful of bookings has no p99.
          ...(seconds >= 10
            ? [{ what: 'p99 of bookings during the reminders, relative to before', value: ratio, atMost: 1.5, unit: '×' }]
            : []),
          ...(await site.countBroken()),
        ],
        main: `${told.lost} of ${told.reminders - told.cancelled} lost, ${told.doubled} doubled, ${told.stale} stale, p99 of bookings ${ratio.toFixed(2)} times what it was before`,
      }
    } finally {
      await site.stop()
      await gateway.close()
      await mail.leave()
    }
  },
})

const faults = {
  twice: `CREATE FUNCTION write_twice() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO outbox (kind, user_id, appointment_id, detail, due_at) VALUES (NEW.kind, NEW.user_id, NEW.appointment_id, NEW.detail, NEW.due_at); RETURN NULL; END $$;
    CREATE TRIGGER twice AFTER INSERT ON outbox FOR EACH ROW WHEN (NEW.kind = 'reminder' AND NEW.once IS NOT NULL) EXECUTE FUNCTION write_twice()`,
  lost: `CREATE FUNCTION call_it_sent() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.state := 'sent'; NEW.body := ''; NEW.lease := NULL; RETURN NEW; END $$;
    CREATE TRIGGER sent BEFORE UPDATE ON outbox FOR EACH ROW WHEN (NEW.kind = 'reminder' AND NEW.state = 'waiting' AND random() < 0.2) EXECUTE FUNCTION call_it_sent()`,
}

/** Books at that rate while something else is done. */
async function bookDuring(site: Site, { rate, firstTime }: { rate: number; firstTime: number }, work: () => Promise<void>) {
  const bookings = startBookingLoad(site, { rate, url: () => site.product.url, firstTime })
  await work().finally(() => bookings.end())
  return { done: bookings.done, p99: p99Of(bookings.done) }
}

const p99Of = (done: readonly { ms: number }[]): number =>
  quantile(
    done.map(({ ms }) => ms).toSorted((a, b) => a - b),
    0.99,
  )

let numbers = 0

/** Requests a code for an unknown number. */
async function askCode({ product }: Site, gateway: Gateway): Promise<number> {
  const phone = `+447911${String(200_000 + (numbers += 1))}`
  const asked = performance.now()
  const { status } = await send(product.url, 'POST', '/api/join', { body: { phone } })
  if (status !== 200) throw new Error(`a code was answered ${status}`)
  while (performance.now() - asked < 20_000 && ![...gateway.arrived.values()].some(({ to }) => to === phone)) await pause(20)
  return performance.now() - asked
}

type Way = [name: string, begin: () => unknown, end: () => unknown]

/** In turn. What keeps a way of telling people resting for half a minute is left to the long form. */
function waysToBreak(gateway: Gateway, mail: MailServer, all: boolean): Way[] {
  const gatewayIs = (name: string, mode: Gateway['mode']): Way => [name, () => (gateway.mode = mode), () => (gateway.mode = 'take')]
  const mailIs = (name: string, mode: MailServer['mode']): Way => [name, () => (mail.mode = mode), () => (mail.mode = 'take')]
  const short = [
    gatewayIs('The gateway takes messages and the connection ends', 'cut'),
    gatewayIs('The gateway answers twice', 'twice'),
    mailIs('The mail server takes letters and the connection ends', 'cut'),
  ]
  if (!all) return short
  return [
    ...short,
    gatewayIs('The gateway takes messages and never answers', 'hang'),
    gatewayIs('The gateway answers 500', 500),
    mailIs('The mail server hangs', 'hang'),
    mailIs('The mail server refuses all mail', 'refuse'),
    ['The mail server is away', () => mail.leave(), () => mail.comeBack()],
  ]
}

/**
 * Until everything is at its end; answers after how long, in seconds. Minutes that messages wait for are not
 * waited for.
 */
async function finish(site: Site, leases: readonly string[], patient: boolean): Promise<number> {
  const began = performance.now()
  const most = patient ? 400_000 : 20_000
  let [open, left] = [1, [...leases]]
  while (open > 0 && performance.now() - began < most) {
    const isLate = performance.now() - began > deadLeaseMs
    await hurry(site.database, patient && !isLate ? [] : left)
    if (!patient || isLate) left = []
    await pause(patient ? 3000 : 100)
    open = await countOpen(site.database)
  }
  return (performance.now() - began) / 1000
}
