import type { Planner, PlannerSession } from '#contract/planner.ts'
import type { LocalDate } from '#domain/time/local-date.ts'
import { formatPlainList } from '../../lib/format-values.ts'
import { t } from '../../lib/messages.ts'
import { formatDate, formatLocalTimes, formatZone } from '../../lib/time.ts'
import { readableColour } from '../../ui/readable-colour.ts'
import { dateOf } from './local-times.ts'

/** The names and colours behind the ids of a planner's sessions. */
export interface Lookup {
  typeOf: (session: Pick<PlannerSession, 'support_type_id'>) => string
  placeOf: (session: Pick<PlannerSession, 'place_id'>) => string
  mentorsOf: (session: Pick<PlannerSession, 'mentor_ids'>) => string
  /** Readable in light and dark. */
  colourOf: (session: Pick<PlannerSession, 'support_type_id'>) => string
  /** The place's zone, where it is not the organisation's. */
  zoneOf: (session: Pick<PlannerSession, 'place_id'>) => string | null
  /** "Tuesday 24 November" */
  dayOf: (date: LocalDate) => string
}

/** The lookup of a loaded planner; make it once for each answer, because it formats every zone. */
export function lookupOf({ support_types, places, mentors, time_zone }: Planner): Lookup {
  const types = new Map(support_types.map(({ id, name, colour }) => [id, { name, colour: bothColours(colour) }]))
  const placeNames = new Map(places.map(place => [place.id, place]))
  const mentorNames = new Map(mentors.map(({ id, name }) => [id, name]))
  const zones = new Map(places.map(place => [place.id, place.time_zone === time_zone ? null : formatZone(place.time_zone)]))
  // Hundreds of sessions share a few days.
  const days = new Map<LocalDate, string>()
  return {
    typeOf: ({ support_type_id }) => types.get(support_type_id)?.name ?? '',
    placeOf: ({ place_id }) => placeNames.get(place_id)?.name ?? '',
    mentorsOf: ({ mentor_ids }) => formatPlainList(mentor_ids.map(id => mentorNames.get(id) ?? '')),
    colourOf: ({ support_type_id }) => types.get(support_type_id)?.colour ?? 'var(--line-strong)',
    zoneOf: ({ place_id }) => zones.get(place_id) ?? null,
    dayOf: date => {
      const known = days.get(date) ?? formatDate(date)
      days.set(date, known)
      return known
    },
  }
}

const bothColours = (colour: string) => `light-dark(${readableColour(colour, 'light').shown}, ${readableColour(colour, 'dark').shown})`

/** "09:00–12:00" on the clock of the place. */
export const formatClock = ({ starts_local, ends_local }: { starts_local: string; ends_local: string }): string =>
  formatLocalTimes(starts_local, ends_local)

/** "Tuesday 24 November, 09:00–12:00" */
export const formatWhen = (times: { starts_local: string; ends_local: string }): string =>
  t('app.dateTime', { day: formatDate(dateOf(times.starts_local)), time: formatClock(times) })

/** The whole session as one sentence. */
export const describeSession = (session: PlannerSession, { typeOf, placeOf, mentorsOf, zoneOf, dayOf }: Lookup): string =>
  [
    `${dayOf(dateOf(session.starts_local))}, ${formatClock(session)}${zoneOf(session) ? ` (${zoneOf(session)})` : ''}`,
    typeOf(session),
    mentorsOf(session),
    placeOf(session),
    t('schedules.takenLong', session.seats),
    session.status === 'draft' && t('schedules.draft'),
    session.interpreted && t('interpreter.withInterpreter'),
  ]
    .filter(Boolean)
    .join(', ')

/** Whether a session has ended at `now` (epoch ms). */
export const isOver = ({ ends_at }: Pick<PlannerSession, 'ends_at'>, now = Date.now()): boolean => Date.parse(ends_at) <= now
