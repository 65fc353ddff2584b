import { setTimeout as pause } from 'node:timers/promises'
import { startIdentityProvider } from '../../e2e/support/identity-provider.ts'
import { openMailbox } from '../../e2e/support/mailbox.ts'
import { demoPassword, demoPhones } from '../../e2e/support/people.ts'
import { defineDrill } from '../drill-support/drill.ts'
import { openSite, type Site } from '../drill-support/site.ts'
import { sumOf } from '../drill-support/constant-load.ts'
import { startBookingLoad, type BookingLoad } from '../drill-support/booking-load.ts'
import { readMemory, total } from '../measuring/memory.ts'
import { quantile } from '../measuring/report.ts'
import { type Attack, begunPerAddress, startAttack, strangerPhone, strangerPrefix } from './abuse/attack.ts'
import { compareAnswers } from './abuse/compare.ts'
import { faults } from './abuse/faults.ts'
import { addressIn, hasManyAddresses, postWithRetries } from './abuse/from-address.ts'
import { codesOf, type Ground, join, type Outcome, readPhones } from './abuse/people.ts'
import { readStored } from './abuse/stored.ts'
import { openGateway } from '../../e2e/support/sms-gateway.ts'

const locked = 'joins of people whose code arrived and did not let them in'
const starved = 'joins of people who were sent no code'
const left = 'codes left in the reserve for existing people'
const revealed = 'differences between answers about known and unknown numbers'

/** Networks of the drill's own requests, apart from the attackers'. */
const networks = { owner: 300, people: 301, staff: 302, compareBefore: 303, compareAfter: 304 }
/** The parts of the addresses after which staff log in and the other people join. */
const moments = { staff: [0.25, 0.5, 0.75, 1], people: [0.9] }
/**
 * The codes of the day, for each address: attackers ask for as many, and a part is reserved, so that
 * the rest of the drill meets the reserve.
 */
const codesPerAddress = 3
const reservedShare = 0.3
/** What the product allows (docs/decisions/046-join-tickets.md and server/features/sessions/routes.ts). */
const allowed = { guesses: 600, joinsPerNetwork: 120, challengesPerNetwork: 480, signInsPerNetwork: 240 }

/**
 * A booking within this time is soon, however much faster the usual ones are: the attack's password
 * checks keep both processors busy for 30 ms at a time.
 */
const soonMs = 50

/** Percent of the attackers' answers, on a machine that stalls. */
const mostBusy = 5

/**
 * `npm run drill -- abuse`: many addresses ask for codes, guess codes and passwords and hold event
 * streams, while clients join, staff log in and people book.
 */
export const drill = defineDrill({
  promise:
    'Strangers with many addresses lock no one out, leave existing people their codes, learn no numbers, and do not slow booking down.',
  unable: async () => ((await hasManyAddresses()) ? null : 'it needs the whole of 127.0.0.0/8, which only Linux has without being told'),
  // The owner joins `joins` times meanwhile; `pairs` of numbers are compared before and after; bookings
  // may take `slower` times as long as before and after.
  options: { addresses: 200, seconds: 60, neighbours: 200, streams: 3, people: 10, joins: 5, pairs: 10, rate: 20, calm: 10, slower: 4 },
  short: { addresses: 10, seconds: 1, neighbours: 0, streams: 1, people: 1, joins: 1, pairs: 1, rate: 10, calm: 0.3, slower: 1000 },
  controls: {
    tickets: {
      breaks: 'tickets of one code share their tries',
      turnsRed: [locked],
      options: { addresses: 40, seconds: 10, neighbours: 0, people: 2, pairs: 2, calm: 2, slower: 1000 },
    },
    reserve: {
      breaks: 'the reserve for existing people is spent with the first code',
      turnsRed: [starved, left],
      options: { addresses: 40, seconds: 10, neighbours: 0, people: 4, pairs: 2, calm: 2, slower: 1000 },
    },
    reveal: {
      breaks: 'codes of unknown numbers live a minute shorter',
      turnsRed: [revealed],
      options: { addresses: 20, seconds: 10, neighbours: 0, people: 2, pairs: 2, calm: 2, slower: 1000 },
    },
  },
  async run({ options: { addresses, seconds, neighbours, streams, people, joins, pairs, rate, calm, slower }, broken }) {
    if (addresses > 250 || neighbours > 250)
      throw new Error('at most 250 addresses and neighbours: more do not fit into the networks of this drill')
    const gateway = await openGateway()
    const mailbox = await openMailbox()
    const provider = await startIdentityProvider({ sites: [] })
    const settings = {
      ...gateway.settings,
      ...mailbox.settings,
      OPENHOUR_OIDC_ISSUER: provider.issuer,
      OPENHOUR_OIDC_CLIENT_ID: provider.client.client_id,
      OPENHOUR_OIDC_CLIENT_SECRET: provider.client.client_secret,
      OPENHOUR_PRIVATE_NETWORKS: '127.0.0.1',
      OPENHOUR_RATE_LIMIT: 'on',
    }
    const site = await openSite({ people: 400, times: rate * (2 * calm + 240), settings })
    try {
      const { url } = site.product
      const ground: Ground = { site, gateway, used: new Set() }
      const codesDay = codesPerAddress * addresses
      const reserved = Math.floor(reservedShare * codesDay)
      const forAll = codesDay - reserved
      await site.database.query('UPDATE settings SET codes_day = $1', [codesDay])
      if (broken) await site.database.query(faults[broken])
      const [owner = '', ...known] = await readPhones(site, 1 + people + 2 * pairs)
      const [others, first, second] = [known.slice(0, people), known.slice(people, people + pairs), known.slice(people + pairs)]
      const strangers = (from: number) => Array.from({ length: pairs }, (_, n) => strangerPhone(from + n))

      // A server that has just started is slower than it will be.
      const warmUp = await bookDuring(site, { rate, firstTime: 0 }, () => pause(calm * 500))
      const quiet = await bookDuring(site, { rate, firstTime: warmUp.bookings.done.length }, () => pause(calm * 1000))
      const open = await compareAnswers(url, networks.compareBefore, first, strangers(10_000))
      const before = { memory: total(await readMemory(site.product)), stored: await readStored(site, owner) }
      const began = performance.now()
      const attack = await startAttack(site, { addresses, seconds, neighbours, streams, victim: owner, staff: demoPhones.administrator })
      const busy = await bookDuring(site, { rate, firstTime: warmUp.bookings.done.length + quiet.bookings.done.length }, () =>
        Promise.all([
          attack.done,
          joinMeanwhile(ground, attack, { owner, others, joins, addresses }),
          logInMeanwhile(url, attack, addresses),
        ]),
      )
      const took = (performance.now() - began) / 1000
      const [, joined, logins] = busy.value
      joined.push(await join(ground, addressIn(networks.owner), owner))
      const during = { memory: total(await readMemory(site.product)), stored: await readStored(site, owner) }
      const shut = await compareAnswers(url, networks.compareAfter, second, strangers(20_000))
      attack.close()
      const done = warmUp.bookings.done.length + quiet.bookings.done.length + busy.bookings.done.length
      const after = await bookDuring(site, { rate, firstTime: done }, () => pause(calm * 1000))

      const toStrangers = [...gateway.arrived.values()].filter(({ to }) => to.startsWith(strangerPrefix)).length
      const unusedOnPhone = codesOf(gateway, owner).filter(({ id }) => !ground.used.has(id)).length
      const count = (outcome: Outcome) => joined.filter(one => one === outcome).length
      const differences = [...open.differences, ...shut.differences]
      for (const difference of differences) console.log(`  ${difference}`)
      const bookings = [quiet, busy, after].flatMap(({ bookings: { done: all } }) => all)
      const answered = Object.fromEntries([...attack.answers].toSorted())
      console.log(`${addresses} addresses for ${took.toFixed(1)} s: ${JSON.stringify(answered)}`)
      console.log(
        `${during.stored.guesses} wrong codes compared, ${toStrangers} codes to unknown numbers, ${attack.streamsOpen()} streams open; join of a known number ` +
          `${open.known.toFixed(1)} ms, of another ${open.unknown.toFixed(1)} ms; from the reserve ${shut.known.toFixed(1)} and ${shut.unknown.toFixed(1)} ms; ` +
          `bookings before, during and after ${[quiet, busy, after].map(({ p50, p99 }) => `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`).join('; ')}`,
      )
      const usual = latenciesOf([...quiet.bookings.done, ...after.bookings.done])
      const ratios = { p50: busy.p50 / usual.p50, p99: busy.p99 / Math.max(usual.p99, soonMs) }
      return {
        figures: {
          seconds,
          answered,
          joined,
          toStrangers,
          unusedOnPhone,
          before,
          during,
          usual: usual.p99,
          busy: busy.p99,
          ratios,
          open,
          shut,
        },
        targets: [
          { what: locked, value: count('locked'), atMost: 0, unit: `of ${joined.length}` },
          { what: starved, value: count('no code'), atMost: 0, unit: `of ${joined.length}` },
          { what: left, value: reserved - during.stored.spentOnKnown, atLeast: 1, unit: `of ${reserved}` },
          { what: 'codes to unknown numbers', value: toStrangers, atMost: forAll, unit: '' },
          { what: 'codes for all that the attack left unspent', value: forAll - during.stored.spentOnAll, atMost: 0, unit: `of ${forAll}` },
          { what: revealed, value: differences.length, atMost: 0, unit: '' },
          { what: 'logins with the right password that were refused', value: logins.refused, atMost: 0, unit: `of ${logins.all}` },
          { what: 'wrong codes of one number that were compared', value: during.stored.guesses, atMost: allowed.guesses, unit: '' },
          {
            what: 'codes that one /24 was let ask for',
            value: during.stored.neighbours,
            atMost: allowed.joinsPerNetwork,
            unit: `of ${neighbours}`,
          },
          {
            what: 'passkey challenges that were kept',
            value: during.stored.challenges,
            atMost: addresses * begunPerAddress.passkey + allowed.challengesPerNetwork,
            unit: '',
          },
          {
            what: 'sign-ins at the provider that were kept',
            value: during.stored.signIns,
            atMost: addresses * begunPerAddress.provider + allowed.signInsPerNetwork,
            unit: '',
          },
          {
            what: 'text messages with which strangers reached the attacked phone',
            value: unusedOnPhone,
            atMost: 1 + Math.floor(took / 60),
            unit: '',
          },
          { what: 'answers that are an error of the server', value: attack.errors(), atMost: 0, unit: '' },
          {
            what: 'answers that the server was busy',
            value: (100 * attack.busy()) / sumOf(attack.answers),
            atMost: mostBusy,
            unit: '%',
          },
          {
            what: 'bookings that failed',
            value: bookings.filter(({ status }) => status !== 201).length,
            atMost: 0,
            unit: `of ${bookings.length}`,
          },
          { what: 'median of bookings, against before and after', value: ratios.p50, atMost: slower, unit: 'times' },
          { what: 'p99 of bookings, against before and after', value: ratios.p99, atMost: slower, unit: 'times' },
          { what: 'memory that the attack took', value: (during.memory - before.memory) / 1e6, atMost: 200, unit: 'MB' },
          {
            what: 'storage that the attack took',
            value: (during.stored.bytes - before.stored.bytes) / 1e6,
            atMost: 10,
            unit: 'MB',
          },
          ...(await site.countBroken()),
        ],
        main: `${count('in')} of ${joined.length} joins succeeded under ${addresses} addresses; ${toStrangers} of ${codesDay} codes went to unknown numbers; bookings took ${ratios.p50.toFixed(1)} times as long (p99 ${ratios.p99.toFixed(1)} times)`,
      }
    } finally {
      await site.stop()
      await gateway.close()
      await mailbox.close()
      await provider.close()
    }
  },
})

/** Bookings while something goes on. */
async function bookDuring<Value>(site: Site, { rate, firstTime }: { rate: number; firstTime: number }, work: () => Promise<Value>) {
  const bookings: BookingLoad = startBookingLoad(site, { rate, firstTime, url: () => site.product.url })
  const value = await work()
  await bookings.end()
  return { value, bookings, ...latenciesOf(bookings.done) }
}

/** In milliseconds. */
function latenciesOf(done: readonly { ms: number }[]): { p50: number; p99: number } {
  const times = done.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}

interface People {
  owner: string
  joins: number
  others: readonly string[]
  addresses: number
}

/** The owner joins again and again; the others when most addresses have attacked. */
async function joinMeanwhile(ground: Ground, attack: Attack, { owner, others, joins, addresses }: People): Promise<Outcome[]> {
  const joined: Outcome[] = []
  const inTurn = Array.from({ length: joins }, (_, n) => (n + 1) / (joins + 1))
  const joinAsOwner = () =>
    atMoments(attack, addresses, inTurn, async () => joined.push(await join(ground, addressIn(networks.owner), owner)))
  const joinAsOthers = () =>
    atMoments(attack, addresses, moments.people, async () => {
      for (const [index, phone] of others.entries()) joined.push(await join(ground, addressIn(networks.people, 1 + index), phone))
    })
  await Promise.all([joinAsOwner(), joinAsOthers()])
  return joined
}

/** Staff whose passwords are guessed log in with the right one. */
async function logInMeanwhile(url: string, attack: Attack, addresses: number): Promise<{ all: number; refused: number }> {
  const statuses: number[] = []
  const body = { phone: demoPhones.administrator, password: demoPassword }
  await atMoments(attack, addresses, moments.staff, async () =>
    statuses.push((await postWithRetries(addressIn(networks.staff), `${url}/api/login`, body)).status),
  )
  return { all: statuses.length, refused: statuses.filter(status => status !== 200).length }
}

async function atMoments(attack: Attack, addresses: number, parts: readonly number[], work: () => Promise<unknown>): Promise<void> {
  for (const part of parts) {
    await reached(attack, addresses * part)
    await work()
  }
}

async function reached(attack: Attack, progress: number): Promise<void> {
  while (attack.progress() < progress) await pause(20)
}
