import type { CancelledSession } from '#contract/bulk.ts'

/** How many people get a message when these sessions are cancelled; each gets one. */
export function countTold(sessions: readonly CancelledSession[]): { clients: number; mentors: number } {
  const count = (ids: string[]) => new Set(ids).size
  return {
    clients: count(sessions.flatMap(({ clients }) => clients.map(({ user_id }) => user_id))),
    mentors: count(sessions.flatMap(({ mentors }) => mentors.map(({ id }) => id))),
  }
}
