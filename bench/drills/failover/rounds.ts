import { setTimeout as pause } from 'node:timers/promises'
import { succeeded, type LoadAnswer } from '../../drill-support/constant-load.ts'
import type { Cluster } from './cluster.ts'
import type { Machine } from './machines.ts'

/** One fault of the cluster, from a calm moment to the next. Times as `performance.now()` tells. */
export interface Round {
  kind: Kind
  from: number
  to: number
}

export type Kind = 'kill' | 'switchover' | 'freeze' | 'etcd lost' | 'cut from peers' | 'isolated'

/** An interval without a success. */
interface Gap {
  start: number
  end: number
}

/** Calm before and after each fault, in ms. */
const calmMs = 2000
/** For so long a primary is frozen, in ms: longer than the leader's lease of 20 s. */
const frozenMs = 30_000
const etcdLostMs = 40_000
/** A partition heals so long after the others have a new primary, in ms. */
const partitionMs = 5000

/** Applies the fault and repairs it. Returns when all members follow one primary again. */
export async function playRound(cluster: Cluster, kind: Kind): Promise<Round> {
  const primary = await cluster.waitUntilHealthy()
  await pause(calmMs)
  const from = performance.now()
  await faults[kind](cluster, primary)
  await cluster.waitUntilHealthy()
  await pause(calmMs)
  return { kind, from, to: performance.now() }
}

const faults: Record<Kind, (cluster: Cluster, primary: Machine) => Promise<void>> = {
  async kill(cluster, primary) {
    await primary.kill()
    await waitForAnother(cluster, primary)
    await cluster.start(primary)
  },
  switchover: cluster => cluster.switchOver(),
  async freeze(_cluster, primary) {
    await primary.signal('SIGSTOP')
    await pause(frozenMs)
    await primary.signal('SIGCONT')
    // Patroni says what it last knew until it has looked.
    await pause(calmMs)
  },
  async 'etcd lost'(cluster) {
    await cluster.stopEtcd()
    await pause(etcdLostMs)
    await cluster.startEtcd()
  },
  'cut from peers': (cluster, primary) => partition(cluster, primary, () => primary.cutFromPeers()),
  isolated: (cluster, primary) => partition(cluster, primary, () => primary.isolate()),
}

async function partition(cluster: Cluster, primary: Machine, cut: () => Promise<void>): Promise<void> {
  await cut()
  await waitForAnother(cluster, primary)
  await pause(partitionMs)
  await primary.reconnect()
}

/** Waits until another machine is primary. */
async function waitForAnother({ machines }: Cluster, primary: Machine): Promise<void> {
  const others = machines.filter(machine => machine !== primary)
  for (const latest = performance.now() + 120_000; performance.now() < latest; await pause(100)) {
    const answers = others.map(({ address }) => fetch(`http://${address}:8008/primary`, { signal: AbortSignal.timeout(1000) }))
    if ((await Promise.allSettled(answers)).some(answer => answer.status === 'fulfilled' && answer.value.status === 200)) return
  }
  throw new Error('no other machine became primary')
}

type Answered = Pick<LoadAnswer, 'status' | 'at' | 'ms'>

/** The longest interval of the round in which nothing succeeded. */
export function longestGap(all: readonly Answered[], { from, to }: Round): Gap {
  const ends = all
    .filter(succeeded)
    .map(({ at, ms }) => at + ms)
    .filter(end => end > from && end < to)
    .toSorted((a, b) => a - b)
  const gaps = [from, ...ends].map((start, n): Gap => ({ start, end: ends[n] ?? to }))
  return gaps.reduce((longest, gap) => (gap.end - gap.start > longest.end - longest.start ? gap : longest))
}

/** One line of the table. Times in seconds. */
export interface RoundFigures {
  kind: Kind
  asked: number
  booked: number
  refused: number
  other: number
  withoutBooking: number
  clusterAlone: number
  lastRefusalAfter: number
  slowest: number
}

/** `isRefusal`: an answer that is neither a booking nor unclear. */
export function figuresOf(
  round: Round,
  bookings: readonly LoadAnswer[],
  writes: readonly Answered[],
  isRefusal: (answer: LoadAnswer) => boolean,
): RoundFigures {
  const during = bookings.filter(({ at }) => at >= round.from && at < round.to)
  const failed = during.filter(answer => !succeeded(answer))
  const refused = failed.filter(isRefusal).length
  const seconds = ({ start, end }: Gap) => (end - start) / 1000
  return {
    kind: round.kind,
    asked: during.length,
    booked: during.length - failed.length,
    refused,
    other: failed.length - refused,
    withoutBooking: seconds(longestGap(bookings, round)),
    clusterAlone: seconds(longestGap(writes, round)),
    lastRefusalAfter: Math.max(0, ...failed.map(({ at, ms }) => at + ms - round.from)) / 1000,
    slowest: Math.max(0, ...during.map(({ ms }) => ms)) / 1000,
  }
}

const columns: readonly (readonly [title: string, format: (figures: RoundFigures) => string])[] = [
  ['fault', ({ kind }) => kind],
  ['asked', ({ asked }) => String(asked)],
  ['201', ({ booked }) => String(booked)],
  ['503', ({ refused }) => String(refused)],
  ['other', ({ other }) => String(other)],
  ['no booking s', ({ withoutBooking }) => withoutBooking.toFixed(1)],
  ['cluster alone s', ({ clusterAlone }) => clusterAlone.toFixed(1)],
  ['last refusal s', ({ lastRefusalAfter }) => lastRefusalAfter.toFixed(1)],
  ['slowest s', ({ slowest }) => slowest.toFixed(1)],
]

/** The figures of all rounds, aligned. */
export function formatTable(all: readonly RoundFigures[]): string {
  const rows = [columns.map(([title]) => title), ...all.map(figures => columns.map(([, format]) => format(figures)))]
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map(row => row[column]!.length)))
  return rows.map(row => row.map((cell, n) => (n === 0 ? cell.padEnd(widths[n]!) : cell.padStart(widths[n]!))).join('  ')).join('\n')
}
