/** The last instant at which a client can cancel or move: so many minutes before the start. */
export const lastChange = (startsAt: string, changeMinutes: number): string =>
  new Date(Date.parse(startsAt) - changeMinutes * 60_000).toISOString()
