import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Supply } from './requests.ts'

/** What the generator is told. */
export type Order =
  | { what: 'open'; port: number; supply: Supply }
  | { what: 'keepBusy'; concurrency: number; seconds: number }
  | { what: 'arrive'; rate: number; seconds: number; connections: number }

/** What many requests came to. */
export interface Outcome {
  /** From the first to when the last was sent. */
  seconds: number
  /** Requests that went out. */
  sent: number
  /** Of each that was done, from when it was due to its answer, in milliseconds, sorted. */
  accepted: number[]
  /** How many of them while others still came: what is done afterwards is not what the server does a second. */
  inTime: number
  /** 429 and 503 as they should be: problem details that say when to come again. */
  refused: number
  /** Any other answer, and how often. */
  other: Record<string, number>
  /** No answer in ten seconds, or the connection broke. */
  unanswered: number
  /** Were due and never sent, because every connection was busy for a second. */
  unsent: number
  /** Until the last answer, in seconds. */
  afterwards: number
  /** What the generator itself took, in seconds of one processor. */
  processor: number
  /** Numbers of the bookings that were acknowledged. */
  acknowledged: number[]
}

/**
 * Requests from a process of its own, so that they are sent when they are due whatever the drill does meanwhile.
 */
export async function openGenerator(url: string, supply: Supply) {
  const child = fork(path.join(import.meta.dirname, 'generator.child.ts'), { execArgv: ['--import', 'tsx'] })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the generator ended with ${code}`)
  })
  ended.catch(() => undefined)
  const tell = async (order: Order) => {
    const told = once(child, 'message')
    child.send(order)
    const [outcome] = (await Promise.race([told, ended])) as [Outcome]
    return outcome
  }
  await tell({ what: 'open', port: Number(new URL(url).port), supply })
  return {
    /** Keeps this many requests in flight for this many seconds. */
    keepBusy: (concurrency: number, seconds: number) => tell({ what: 'keepBusy', concurrency, seconds }),
    /** So many a second for so many seconds over so many connections, whatever becomes of them. */
    arrive: (rate: number, seconds: number, connections: number) => tell({ what: 'arrive', rate, seconds, connections }),
    async close() {
      child.kill()
      await ended.catch(() => undefined)
    },
  }
}
