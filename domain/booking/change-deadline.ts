import type { Instant } from '../time/instant.ts'

/** The last instant at which a client can cancel or move. In its own file, since pages need no other policy. */
export const changeDeadline = (startsAt: Instant, changeMinutes: number): Instant => startsAt.subtract({ minutes: changeMinutes })
