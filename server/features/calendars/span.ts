const day = 24 * 60 * 60 * 1000
/** What people look up again, and what can be booked. */
const [daysBack, daysAhead] = [92, 366]

/** From when to when a feed reaches. */
export const spanOf = (now: Date): { from: string; to: string } => {
  const at = (days: number) => new Date(now.getTime() + days * day).toISOString()
  return { from: at(-daysBack), to: at(daysAhead) }
}

/** A bound for what no calendar shows any more: the soonest are kept. */
export const mostEvents = 10_000
