import { queryOptionsOf, type ResponseBody } from '../../lib/api.ts'
import { noRepeat } from './repeat-builder.ts'
import { noDecisions, type ScheduleValues } from './schedule-values.ts'

/** The options of the schedule form. */
export type ScheduleOffer = ResponseBody<'GET /api/schedules/create'>

/**
 * Reads the options when a form opens: a colleague may have added a place, or a mentor may have accepted their
 * invitation. Not again while it is open.
 */
export const scheduleOfferQuery = { ...queryOptionsOf('GET /api/schedules/create'), staleTime: Infinity, refetchOnMount: 'always' } as const

/** Initial values of a new schedule, with the organisation's defaults. */
export function emptyValues({ defaults, support_types, places }: ScheduleOffer): ScheduleValues {
  const type = support_types.find(one => one.id === defaults.support_type_id) ?? support_types[0]
  return {
    support_type_id: type?.id ?? '',
    place_id: defaults.place_id ?? places[0]?.id ?? '',
    date: '',
    starts_at: '',
    ends_at: '',
    starts_which: '',
    ends_which: '',
    slot_minutes: String(type?.slot_minutes ?? defaults.slot_minutes),
    break_minutes: String(defaults.break_minutes),
    seats_per_slot: String(defaults.seats_per_slot),
    interpreted: false,
    mentor_ids: [],
    note: '',
    meeting_url: '',
    booking_opens_at: '',
    publish: false,
    repeat: noRepeat,
    decisions: noDecisions,
  }
}

interface TypeLengths {
  slot_minutes: number
  interpreted_minutes: number | null
}

/** Whether times are kept for appointments with an interpreter, and the slot length that follows. */
export function lengthFor({ slot_minutes, interpreted_minutes }: TypeLengths, interpreted: boolean) {
  const isKept = interpreted && interpreted_minutes !== null
  return { interpreted: isKept, slot_minutes: String(isKept ? interpreted_minutes : slot_minutes) }
}

/** The time zone (IANA) of a place of the form; UTC as long as none is chosen. */
export const zoneOf = (offer: ScheduleOffer, placeId: string): string => offer.places.find(({ id }) => id === placeId)?.time_zone ?? 'UTC'
