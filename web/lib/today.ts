import { type LocalDate, localDateOf } from '#domain/time/local-date.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { visitorZone } from './visitor-zone.ts'

/** Today's date in the visitor's time zone. */
export const todayInVisitorZone = (): LocalDate => localDateOf(Temporal.Instant.fromEpochMilliseconds(Date.now()), visitorZone())
