import type { DemoClient } from './clients.ts'
import type { DemoSlot } from './plan-sessions.ts'

/**
 * The clients' appointments so far: no overlaps, at most two per day, and no two of the same support
 * type.
 */
export interface Diary {
  isFree(client: DemoClient, slot: DemoSlot): boolean
  enter(client: DemoClient, slot: DemoSlot): void
}

const mostADay = 2

/** An empty diary. */
export function createDiary(): Diary {
  const entries = new Map<string, DemoSlot[]>()
  const of = ({ id }: DemoClient) => entries.get(id) ?? []
  const sameDay = (client: DemoClient, slot: DemoSlot) => of(client).filter(other => other.session.date === slot.session.date)
  return {
    isFree: (client, slot) =>
      client.joinedAt < slot.starts &&
      of(client).every(other => other.ends <= slot.starts || slot.ends <= other.starts) &&
      sameDay(client, slot).length < mostADay &&
      sameDay(client, slot).every(other => other.session.type !== slot.session.type),
    enter: (client, slot) => entries.set(client.id, [...of(client), slot]),
  }
}
