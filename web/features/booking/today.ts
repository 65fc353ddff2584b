import { type LocalDate, localDateOf } from '#domain/time/local-date.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { visitorZone } from '../../lib/time.ts'

/** The visitor's today: where the calendar begins. */
export const todayHere = (): LocalDate => localDateOf(Temporal.Instant.fromEpochMilliseconds(Date.now()), visitorZone())
