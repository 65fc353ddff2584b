import type { RunningProduct } from '../../e2e/support/start-product.ts'
import { bookAgain, countLost, startBookingLoad } from '../drill-support/booking-load.ts'
import { inWords, succeeded, type LoadAnswer } from '../drill-support/constant-load.ts'
import { defineDrill } from '../drill-support/drill.ts'
import { openSite, type Site } from '../drill-support/site.ts'
import { startCluster } from './failover/cluster.ts'
import { explainNoCluster } from './failover/machines.ts'
import { compareMessages, finishMessages, openReceivers, tellAllAtOnce } from './failover/messages.ts'
import { startPlainClient } from './failover/plain-client.ts'
import { watchReadiness, type Look } from './failover/readiness.ts'
import { figuresOf, formatTable, longestGap, playRound, type Kind, type Round } from './failover/rounds.ts'

const lost = 'acknowledged bookings lost'

/** Seconds that a round may take, for enough free times. */
const maxRoundSeconds = 90
/**
 * Readiness notices within this time, in ms, that nothing can be booked: after the first failure, and again after a
 * new primary answers, which accepts bookings at once, but commits none before it has a standby.
 */
const noticedWithinMs = 7000
/** So many acknowledged bookings are asked for again with the same key. */
const repeatedCount = 500

/**
 * `npm run drill -- failover`: three nodes of Patroni with etcd and HAProxy, as deploy/patroni/ configures them,
 * and two servers of Openhour; the primary goes in every way.
 */
export const drill = defineDrill({
  promise:
    'When the primary of a Patroni cluster fails, no acknowledged booking is lost or doubled, and Openhour books again as soon as the cluster can.',
  unable: explainNoCluster,
  options: { kills: 20, switchovers: 5, freezes: 1, etcd: 1, partitions: 2, rate: 50 },
  short: { kills: 1, switchovers: 0, freezes: 0, etcd: 0, partitions: 0, rate: 20 },
  controls: {
    asynchronous: {
      breaks: 'commits do not wait for a standby (synchronous_mode off), and a primary is cut from its peers but not from Openhour',
      turnsRed: [lost],
      options: { kills: 0, switchovers: 0, freezes: 0, etcd: 0, partitions: 1 },
    },
  },
  async run({ options: { kills, switchovers, freezes, etcd, partitions, rate }, broken }) {
    const kinds = [
      ...Array<Kind>(kills).fill('kill'),
      ...Array<Kind>(switchovers).fill('switchover'),
      ...Array<Kind>(freezes).fill('freeze'),
      ...Array<Kind>(etcd).fill('etcd lost'),
      ...Array.from({ length: partitions }, (_, n): Kind => (n % 2 === 0 ? 'cut from peers' : 'isolated')),
    ]
    const receivers = await openReceivers()
    const cluster = await startCluster({ asynchronous: broken === 'asynchronous' })
    let site: Site | undefined
    let second: RunningProduct | undefined
    try {
      const settings = { ...receivers.settings, DATABASE_URL: cluster.databaseUrl }
      site = await openSite({ people: 2000, times: rate * maxRoundSeconds * (kinds.length + 1), settings })
      await tellAllAtOnce(site)
      second = await site.product.addServer()
      const urls = [site.product.url, second.url]

      const plain = await startPlainClient(cluster.adminUrl)
      const readiness = watchReadiness(urls)
      const load = startBookingLoad(site, { rate, firstTime: 0, url: number => urls[number % urls.length]! })
      const rounds: Round[] = []
      for (const kind of kinds) {
        const round = await playRound(cluster, kind)
        rounds.push(round)
        console.log(
          formatTable([figuresOf(round, load.done, plain.done, isRefusal)])
            .split('\n')
            .at(-1),
        )
      }
      await Promise.all([load.end(), plain.end(), readiness.end()])
      await site.reconnect()

      // Clients without an answer retry with the same key, as pages do; some retry although they have their answer.
      const booked = load.acknowledged()
      let again: typeof booked = []
      let repeated: typeof booked = []
      const open = await finishMessages(site, async () => {
        const failed = load.done.filter(booking => !succeeded(booking))
        again = await bookAgain(urls[0]!, failed)
        const some = booked.filter((_, n) => n % Math.ceil(booked.length / repeatedCount) === 0)
        repeated = (await bookAgain(urls[1]!, some)).filter(({ id }, n) => id !== some[n]!.id)
      })
      const acknowledged = [...booked, ...again.filter(succeeded)]
      const lostOnes = await countLost(site.database, acknowledged)
      const plainLost = await plain.countLost()
      const { rows } = await site.database.query<{ stored: number }>(
        'SELECT count(*)::int AS stored FROM appointments a JOIN bench_times t ON t.slot_id = a.slot_id WHERE holds_seat(a.status)',
      )
      const told = await compareMessages(site, receivers)

      const figures = rounds.map(round => figuresOf(round, load.done, plain.done, isRefusal))
      const unclear = countUnclear(load.done)
      const beyond = Math.max(...figures.map(({ withoutBooking, clusterAlone }) => withoutBooking - clusterAlone))
      const longestSwitchover = Math.max(...figures.filter(({ kind }) => kind === 'switchover').map(({ withoutBooking }) => withoutBooking))
      const wrongLooks = rounds.flatMap(round => findWrongLooks(readiness.looks, load.done, round))
      const reasons = new Map<string, number>()
      for (const { reason } of readiness.looks) if (reason) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
      console.log(`\n${formatTable(figures)}\n`)
      console.log(`Readiness: ${inWords(reasons)}. Unclear answers: ${inWords(unclear)}.`)
      for (const { kind, seconds } of wrongLooks) console.log(`Wrongly ready: ${kind}, after ${seconds.toFixed(1)} s without bookings.`)
      console.log(`Messages: ${JSON.stringify(told)}, ${open} not sent yet. Rows of the plain client lost: ${plainLost}.`)

      return {
        figures: {
          rounds: figures,
          acknowledged: acknowledged.length,
          lost: lostOnes,
          plainLost,
          told,
          reasons: Object.fromEntries(reasons),
        },
        versions: cluster.versions,
        targets: [
          { what: lost, value: lostOnes, atMost: 0, unit: `of ${acknowledged.length}` },
          { what: 'rows of a plain client lost', value: plainLost, atMost: 0, unit: '' },
          {
            what: 'bookings that could not be settled by asking again',
            value: load.done.length - acknowledged.length,
            atMost: 0,
            unit: '',
          },
          {
            what: 'appointments that were never acknowledged',
            value: rows[0]!.stored - acknowledged.length + lostOnes,
            atMost: 0,
            unit: '',
          },
          { what: 'repeated bookings answered with another appointment', value: repeated.length, atMost: 0, unit: '' },
          {
            what: 'refusals other than 503 with Retry-After',
            value: [...unclear.values()].reduce((a, b) => a + b, 0),
            atMost: 0,
            unit: '',
          },
          { what: 'time without bookings beyond the cluster’s own', value: beyond, atMost: 2, unit: 's' },
          ...(switchovers > 0 ? [{ what: 'longest switchover without bookings', value: longestSwitchover, atMost: 3, unit: 's' }] : []),
          { what: 'slowest answer', value: Math.max(...load.done.map(({ ms }) => ms)), atMost: 10_000, unit: 'ms' },
          { what: 'times that readiness said ready while every booking was refused', value: wrongLooks.length, atMost: 0, unit: '' },
          { what: 'messages that did not arrive', value: told.missing, atMost: 0, unit: `of ${told.messages}` },
          { what: 'messages that arrived twice, with the same id', value: told.repeated, atMost: 1, unit: '' },
          { what: 'messages that arrived more often', value: told.oftener, atMost: 0, unit: '' },
          ...(await site.countBroken()),
        ],
        main: `${lostOnes} of ${acknowledged.length} acknowledged bookings lost in ${kinds.length} failures of the primary; at most ${beyond.toFixed(1)} s longer without bookings than the cluster`,
      }
    } finally {
      await second?.stop()
      await site?.stop()
      await cluster.remove()
      await receivers.close()
    }
  },
})

/** Load shedding counts too: it says when to come back. */
const isRefusal = ({ status, retryAfter }: LoadAnswer): boolean => status === 503 && Number(retryAfter) > 0

/** Answers that are neither a booking nor a refusal, in words, and how often. */
function countUnclear(all: readonly LoadAnswer[]): Map<string, number> {
  const unclear = new Map<string, number>()
  for (const answer of all.filter(told => !succeeded(told) && !isRefusal(told))) {
    const words = `${answer.status} ${answer.code}`
    unclear.set(words, (unclear.get(words) ?? 0) + 1)
  }
  return unclear
}

/** Looks at readiness that said ready although all bookings within a second of them were refused. */
function findWrongLooks(looks: readonly Look[], bookings: readonly LoadAnswer[], round: Round): { kind: Kind; seconds: number }[] {
  const gap = longestGap(bookings, round)
  const during = looks.filter(({ at }) => at > gap.start && at <= gap.end)
  const wrong = during.filter(({ url, at, ms, status }) => {
    if (status !== 200) return false
    const again = firstReadyAgain(during.filter(look => look.url === url))
    if ([gap.start, again].some(since => since !== undefined && at >= since && at < since + noticedWithinMs)) return false
    const around = bookings.filter(booking => booking.at > at - 1000 && booking.at < at + ms + 1000)
    return around.length > 0 && !around.some(succeeded)
  })
  return wrong.map(({ at }) => ({ kind: round.kind, seconds: (at - gap.start) / 1000 }))
}

/** When a server first said ready after it had not. Only the first time counts: readiness must not come and go. */
function firstReadyAgain(looks: readonly Look[]): number | undefined {
  const first = looks.find(({ status }) => status !== 200)
  return first && looks.find(({ at, status }) => at > first.at && status === 200)?.at
}
