import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { isDatabaseUnavailable } from '../http/database-errors.ts'
import { connect } from './connection.ts'
import { type ConnectionBudget, openConnectionBudget } from './connection-budget.ts'

const databases: TestDatabase[] = []
let watcher: pg.Client
const opened: ReturnType<typeof connect>[] = []
beforeAll(async () => {
  for (let count = 0; count < 3; count += 1) databases.push(await createTestDatabase())
  watcher = new pg.Client({ connectionString: Object.assign(new URL(databases[0]!.url), { pathname: '/postgres' }).href })
  await watcher.connect()
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ close }) => close()))
})
afterAll(async () => {
  await watcher.end()
  for (const { drop } of databases) await drop()
})

const nameOf = ({ url }: TestDatabase) => new URL(url).pathname.slice(1)
/** Connections of each organisation as the server sees them. */
async function countConnections(): Promise<number[]> {
  const { rows } = await watcher.query<{ datname: string; count: number }>(
    'SELECT datname, count(*)::int AS count FROM pg_stat_activity WHERE datname = ANY ($1) GROUP BY 1',
    [databases.map(nameOf)],
  )
  return databases.map(database => rows.find(({ datname }) => datname === nameOf(database))?.count ?? 0)
}
const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0)

/** An organisation with a share of the budget. */
function open(budget: ConnectionBudget, number: number) {
  const share = budget.openShare()
  const organisation = connect(databases[number]!.url, { share, sizes: { builder: 4, priority: 2, lists: 2 } })
  opened.push(organisation)
  const { db } = organisation
  return {
    share,
    /** Keeps a connection busy; answers the process that served it. */
    work: async (seconds = 0.01) =>
      (await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid, pg_sleep(${seconds})`.execute(db)).rows[0]!.pid,
    list: async (seconds = 0.01) =>
      (
        await db.preparedPools!.lists<{ pid: number }>('work', {
          sql: 'SELECT pg_backend_pid() AS pid, pg_sleep($1)',
          parameters: [seconds],
        })
      )[0]!.pid,
  }
}

const many = <Value>(count: number, make: () => Promise<Value>) => Promise.all(Array.from({ length: count }, make))

test('organisations never have more connections than the budget, whatever they ask for', async () => {
  const budget = openConnectionBudget(5)
  const organisations = [0, 1, 2].map(number => open(budget, number))
  const seen: number[] = []
  const ending = new AbortController()
  const watching = (async () => {
    while (!ending.signal.aborted) seen.push(sum(await countConnections()))
  })()
  const work = organisations.flatMap(({ work: one, list }) => Array.from({ length: 20 }, () => [one(), list()]).flat())
  const ends = await Promise.allSettled(work)
  ending.abort()
  await watching
  // On a slow machine some may have waited for too long.
  const failures = ends.filter(end => end.status === 'rejected').map(({ reason }) => reason as unknown)
  expect(failures.filter(failure => !isDatabaseUnavailable(failure))).toEqual([])
  expect(Math.max(...seen)).toBeLessThanOrEqual(5)
  expect(Math.max(...seen)).toBeGreaterThan(2)
})

test('an idle connection of one organisation does not keep another one waiting', async () => {
  const budget = openConnectionBudget(4)
  const [one, other] = [open(budget, 0), open(budget, 1)]
  await many(4, () => one.work(0.5))
  expect(await countConnections()).toEqual([4, 0, 0])
  await many(2, () => other.work())
  expect((await countConnections())[1]).toBeGreaterThan(0)
  expect(budget.readUse()).toMatchObject({ max: 4, waiting: 0 })
})

test('an idle connection of one pool does not keep the other pools of the organisation waiting', async () => {
  const one = open(openConnectionBudget(2), 0)
  await many(2, () => one.work())
  await many(2, () => one.list())
  expect((await countConnections())[0]).toBeLessThanOrEqual(2)
})

test('queries that end at once do not make an organisation open one connection each', async () => {
  const one = open(openConnectionBudget(10), 0)
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
  try {
    await many(20, () => one.work(0))
    expect(await countConnections()).toEqual([1, 0, 0])
    const works = many(2, () => one.work(1))
    await expect.poll(countConnections).toEqual([1, 0, 0])
    vi.advanceTimersByTime(100)
    await expect.poll(countConnections).toEqual([2, 0, 0])
    await works
  } finally {
    vi.useRealTimers()
  }
})

test('the connection that was not used for the longest is closed for another organisation', async () => {
  const budget = openConnectionBudget(3)
  const organisations = [0, 1, 2].map(number => open(budget, number))
  const [rare, busy, other] = organisations as [ReturnType<typeof open>, ReturnType<typeof open>, ReturnType<typeof open>]
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
  try {
    await rare.work()
    vi.advanceTimersByTime(100)
    const works = many(2, () => busy.work(1))
    await expect.poll(countConnections).toEqual([1, 1, 0])
    vi.advanceTimersByTime(100)
    await expect.poll(countConnections).toEqual([1, 2, 0])
    await works
    vi.advanceTimersByTime(1000)
    await other.work()
    expect(await countConnections()).toEqual([0, 2, 1])
  } finally {
    vi.useRealTimers()
  }
})

test('an organisation with endless work does not keep the connections from another one, and each gets as many', async () => {
  const budget = openConnectionBudget(6)
  const [greedy, modest] = [open(budget, 0), open(budget, 1)]
  const ending = new AbortController()
  const endless = many(8, async () => {
    while (!ending.signal.aborted) await Promise.all([greedy.work(0.15), greedy.list(0.15)])
  })
  await expect.poll(async () => (await countConnections())[0]).toBe(6)
  const served = many(3, async () => {
    while (!ending.signal.aborted) await modest.work(0.15)
  })
  await expect.poll(async () => (await countConnections())[1]).toBe(3)
  ending.abort()
  await Promise.all([endless, served])
})

test('more organisations than connections take turns', async () => {
  const budget = openConnectionBudget(2)
  const three = [0, 1, 2].map(number => open(budget, number))
  const ending = new AbortController()
  const counts = [0, 0, 0]
  const endless = three.map(async ({ work }, number) => {
    while (!ending.signal.aborted) {
      await work(0.02)
      counts[number]! += 1
    }
  })
  await expect.poll(() => Math.min(...counts), { timeout: 10_000 }).toBeGreaterThan(5)
  ending.abort()
  await Promise.all(endless)
})

test('no wait takes longer than 2 s, and it ends as any other wait for a connection', async () => {
  const budget = openConnectionBudget(2)
  const [one, other] = [open(budget, 0), open(budget, 1)]
  const busy = many(2, () => one.work(3))
  await expect.poll(() => budget.readUse()).toEqual({ max: 2, used: 2, waiting: 0 })
  const began = performance.now()
  const error: unknown = await other.work().catch((reason: unknown) => reason)
  expect(performance.now() - began).toBeGreaterThan(1900)
  expect(isDatabaseUnavailable(error)).toBe(true)
  expect(budget.readUse()).toEqual({ max: 2, used: 2, waiting: 0 })
  await busy
  await other.work()
})

test('a caller that comes after its pool has ended is refused like one for whom there is no connection', async () => {
  const one = open(openConnectionBudget(2), 0)
  await one.list()
  await Promise.all(opened.splice(0).map(({ close }) => close()))
  await expect(one.list()).rejects.toSatisfy(isDatabaseUnavailable)
})

test('the connection that listens counts, and all of them leave room for requests', async () => {
  const budget = openConnectionBudget(4)
  const one = open(budget, 0)
  const release = await one.share.reserve()
  await open(budget, 1).share.reserve()
  expect(budget.canReserve()).toBe(false)
  expect(
    isDatabaseUnavailable(
      await open(budget, 2)
        .share.reserve()
        .catch((reason: unknown) => reason),
    ),
  ).toBe(true)
  await many(4, () => one.work(0.3))
  expect(await countConnections()).toEqual([2, 0, 0])
  release()
  expect(budget.canReserve()).toBe(true)
  await many(4, () => one.work(0.3))
  expect(await countConnections()).toEqual([3, 0, 0])
})

test('a connection that could not be made does not count', async () => {
  const budget = openConnectionBudget(1)
  const share = budget.openShare()
  const nowhere = connect('postgres://a:b@127.0.0.1:1/c', { share })
  opened.push(nowhere)
  await expect(sql`SELECT`.execute(nowhere.db)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await expect.poll(() => budget.readUse().used).toBe(0)
  await open(budget, 0).work()
})
