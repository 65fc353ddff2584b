/** The last instant at which a client can cancel or move. */
export const changeDeadline = (startsAt: string, changeMinutes: number): string =>
  new Date(Date.parse(startsAt) - changeMinutes * 60_000).toISOString()
