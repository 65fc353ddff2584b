import { changeDeadline } from '#domain/booking/change-deadline.ts'
import { Temporal } from '#domain/time/temporal.ts'

/** The last instant at which a client can cancel or move an appointment that starts at `startsAt`. */
export const changeDeadlineOf = (startsAt: string, changeMinutes: number): string =>
  changeDeadline(Temporal.Instant.from(startsAt), changeMinutes).toString()
