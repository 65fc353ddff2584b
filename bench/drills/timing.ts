import pg from 'pg'
import { Client } from 'undici'
import { createDice } from '../../database/demo/random.ts'
import { openMailbox } from '../../e2e/support/mailbox.ts'
import { openGateway } from '../../e2e/support/sms-gateway.ts'
import { startProduct } from '../../e2e/support/start-product.ts'
import { defineDrill } from '../drill-support/drill.ts'
import { spreadOf } from '../measuring/report.ts'
import { addressOf, createPeople, faults, kinds, spendCodesForAll, ways, type Kind, type Way } from './timing/people.ts'
import { tellApart } from './timing/tell-apart.ts'

/**
 * The public calls that take a number or an address without proof that it is the caller's, in the order
 * in which they are made.
 */
const calls = { join: 'join', confirm: 'confirm', login: 'login', reserve: 'join' } as const
type Call = keyof typeof calls
/** `reserve`: joining when the codes for all are spent, and only people on file are still sent one. */
const phases: readonly (readonly Call[])[] = [['join', 'confirm', 'login'], ['reserve']]
const target = (call: Call) => `how much better than guessing the time of ${call} tells known people apart`

const names = phases.flat()

/** Rounds that a server which has just started needs until it is as fast as it will be. */
const warmUp = 10

/**
 * `npm run drill -- timing`: measures, in random order, how long calls take that name people on file
 * and others.
 */
export const drill = defineDrill({
  promise: 'How long an answer takes reveals no number and no e-mail address that is on file.',
  options: { rounds: 300, seed: 1 },
  short: { rounds: 20 },
  controls: {
    hash: { breaks: 'passwords of people on file are compared with less work', turnsRed: [target('login')], options: { rounds: 60 } },
    lookup: { breaks: 'codes for people on file take 5 ms longer', turnsRed: [target('join')], options: { rounds: 60 } },
    guess: { breaks: 'wrong codes of people on file take 5 ms longer', turnsRed: [target('confirm')], options: { rounds: 60 } },
  },
  async run({ options: { rounds, seed }, broken }) {
    // With gateways, as in production: without them the demo shows its codes, which is less work.
    const inboxes = [await openGateway(), await openMailbox()]
    const product = await startProduct({
      settings: Object.assign({}, ...inboxes.map(({ settings }) => settings)) as Record<string, string>,
    })
    const database = new pg.Client({ connectionString: await product.databaseUrl() })
    const connection = new Client(product.url)
    try {
      await database.connect()
      await createPeople(database, phases.length * (warmUp + rounds))
      if (broken) await faults[broken](database)
      const { times, answers } = await measureCalls(connection, database, { rounds, seed })
      const compared = compareTimes(times)
      const partial = [...answers].filter(([, seen]) => seen.size < kinds.length)
      printComparison(compared)
      for (const [answer, seen] of partial) console.log(`only for ${[...seen].join(', ')}: ${answer}`)
      const worst = Math.max(...compared.map(({ certain }) => certain))
      return {
        figures: { rounds, compared },
        targets: [
          ...names.map(call => ({
            what: target(call),
            value: 100 * Math.max(...compared.filter(one => one.call === call).map(({ certain }) => certain)),
            atMost: 10,
            unit: '%',
          })),
          { what: 'answers that not all kinds of people got', value: partial.length, atMost: 0, unit: `of ${answers.size}` },
        ],
        main: `after ${rounds} rounds the time of an answer tells known people apart ${(100 * worst).toFixed(0)} % better than guessing`,
      }
    } finally {
      await database.end()
      await connection.close()
      await product.stop()
      for (const inbox of inboxes) await inbox.close()
    }
  },
})

interface Measured {
  /** Milliseconds of each call, by `measurementOf`. */
  times: Map<string, number[]>
  /** The kinds of people for whom each answer came. */
  answers: Map<string, Set<Kind>>
}

const measurementOf = (call: Call, way: Way, kind: Kind) => `${call} ${way} ${kind}`

/** Makes every call for every kind of people, in each round in another random order. */
async function measureCalls(
  connection: Client,
  database: pg.Client,
  { rounds, seed }: { rounds: number; seed: number },
): Promise<Measured> {
  const dice = createDice(`timing ${seed}`)
  const measured: Measured = { times: new Map(), answers: new Map() }
  let round = 0
  for (const [phase, made] of phases.entries()) {
    if (phase > 0) await spendCodesForAll(database)
    for (let turn = 0; turn < warmUp + rounds; turn += 1) {
      const order = dice.shuffle(ways.flatMap(way => kinds.map((kind): [Way, Kind] => [way, kind])))
      await measureRound(connection, { made, order, round, isWarm: turn >= warmUp }, measured)
      round += 1
    }
  }
  return measured
}

interface Round {
  made: readonly Call[]
  order: readonly [Way, Kind][]
  /** Each round names people of its own. */
  round: number
  isWarm: boolean
}

async function measureRound(connection: Client, { made, order, round, isWarm }: Round, { times, answers }: Measured): Promise<void> {
  const tickets = new Map<string, unknown>()
  const proofOf = (call: Call, way: Way, kind: Kind) => {
    if (call === 'confirm') return { code: '000000', join_ticket: tickets.get(`${way} ${kind}`) }
    return call === 'login' ? { password: 'not the right one' } : {}
  }
  for (const call of made) {
    for (const [way, kind] of order) {
      const { ms, status, body } = await ask(connection, call, { [way]: addressOf(way, kind, round), ...proofOf(call, way, kind) })
      const { join_ticket, request_id: _, ...rest } = body
      tickets.set(`${way} ${kind}`, join_ticket)
      const answer = `${call} ${way}: ${status} ${JSON.stringify(rest)}`
      answers.set(answer, (answers.get(answer) ?? new Set()).add(kind))
      const name = measurementOf(call, way, kind)
      if (isWarm) times.set(name, [...(times.get(name) ?? []), ms])
    }
  }
}

/** One call and how long its answer took, in milliseconds. */
async function ask(connection: Client, call: Call, body: object) {
  const began = performance.now()
  const answer = await connection.request({
    method: 'POST',
    path: `/api/${calls[call]}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.body.text()
  return { ms: performance.now() - began, status: answer.statusCode, body: JSON.parse(text) as Record<string, unknown> }
}

/** How well the times of each call tell each kind of people on file from others. */
function compareTimes(times: Measured['times']) {
  const timesOf = (call: Call, way: Way, kind: Kind) => times.get(measurementOf(call, way, kind)) ?? []
  return names.flatMap(call =>
    ways.flatMap(way =>
      kinds.slice(1).map(kind => {
        const [known, unknown] = [timesOf(call, way, kind), timesOf(call, way, 'unknown')]
        const { share, certain } = tellApart(known, unknown)
        return { call, way, kind, share, certain, known: spreadOf(known).median, unknown: spreadOf(unknown).median }
      }),
    ),
  )
}

function printComparison(compared: ReturnType<typeof compareTimes>): void {
  for (const { call, way, kind, share, known, unknown } of compared)
    console.log(
      `${call} by ${way}: slower for a ${kind} in ${(100 * share).toFixed(0)} % of rounds; median ${known.toFixed(2)} ms, unknown ${unknown.toFixed(2)} ms`,
    )
}
