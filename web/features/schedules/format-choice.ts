import type { TimeChoice } from '#domain/time/moment.ts'
import { t } from '../../lib/messages.ts'
import { formatLocalTime, localTimeAt } from '../../lib/time.ts'
import type { AmbiguousField } from './date-decisions.ts'

/**
 * The choice's time on the place's clock: "01:30", without the zone's abbreviation, as the texts say which one. For a
 * skipped time it is a local date and time, otherwise an instant.
 */
const timeOf = ({ which, moment }: TimeChoice, zone: string): string =>
  formatLocalTime(which === 'before' || which === 'after' ? moment : `${moment.slice(0, 10)}T${localTimeAt(moment, zone)}`)

/** Label of a button: "Use the second 01:30". */
export const formatChoice = (choice: TimeChoice, field: AmbiguousField, zone: string): string =>
  t(`preview.choose.${field}.${choice.which}`, { time: timeOf(choice, zone) })

/** "Starts at the second 01:30." */
export const formatChosen = (choice: TimeChoice, field: AmbiguousField, zone: string): string =>
  t(`preview.chosen.${field}.${choice.which}`, { time: timeOf(choice, zone) })
