import type { HoursProposal, ProposedHours } from '#contract/hours-proposals.ts'
import type { ChangeWeeklyHours, NewWeeklyHours } from '#contract/weekly-hours.ts'
import { findBadRange, haveRoom, type WeeklyRange } from '#domain/availability/weekly-dates.ts'
import { sessionLimits } from '#domain/availability/session.ts'
import { isLocalDate, type Weekday } from '#domain/time/local-date.ts'
import { isLocalTime } from '#domain/time/local-time.ts'
import { t } from '../../lib/messages.ts'
import type { ScheduleOffer } from '../schedules/schedule-offer.ts'

/** A time of every week as typed. `key` identifies its row. */
export interface TypedRange {
  key: number
  weekday: string
  starts: string
  ends: string
  support_type_id: string
}

/** Values of the form; names match the API's fields. */
export type WeeklyHoursValues = {
  mentor_id: string
  place_id: string
  ranges: readonly TypedRange[]
  from_date: string
  until_date: string
  slot_minutes: string
  break_minutes: string
  seats_per_slot: string
  interpreted: boolean
  leave_out_holidays: boolean
}

/** What weekly hours can be chosen from. */
export interface HoursOffer {
  places: readonly { id: string; name: string }[]
  support_types: readonly { id: string; name: string; slot_minutes: number; interpreted_minutes: number | null }[]
  /** The places whose public holidays are known; without them, holidays are left out unasked. */
  holiday_place_ids?: readonly string[]
  defaults?: Pick<ScheduleOffer['defaults'], 'support_type_id' | 'place_id' | 'slot_minutes'>
}

/** A new form: Monday from 9 to 12 from `today` on, with the settings of the chosen support type. */
export function emptyValues({ defaults, support_types, places }: HoursOffer, today: string): WeeklyHoursValues {
  const type = support_types.find(({ id }) => id === defaults?.support_type_id) ?? support_types[0]
  return {
    mentor_id: '',
    place_id: defaults?.place_id ?? places[0]?.id ?? '',
    ranges: [{ key: 0, weekday: '1', starts: '09:00', ends: '12:00', support_type_id: type?.id ?? '' }],
    from_date: today,
    until_date: '',
    slot_minutes: String(type?.slot_minutes ?? defaults?.slot_minutes ?? 30),
    break_minutes: '0',
    seats_per_slot: '1',
    interpreted: false,
    leave_out_holidays: true,
  }
}

/** The values of existing weekly hours. */
export const valuesOf = ({
  mentor,
  place,
  ranges,
  until_date,
  ...hours
}: Omit<HoursProposal, 'state' | 'note' | 'reason' | 'created_at' | 'decided_at'>): WeeklyHoursValues => ({
  mentor_id: mentor.id,
  place_id: place.id,
  ranges: ranges.map(({ weekday, starts, ends, support_type }, key) => ({
    key,
    weekday: String(weekday),
    starts,
    ends,
    support_type_id: support_type.id,
  })),
  from_date: hours.from_date,
  until_date: until_date ?? '',
  slot_minutes: String(hours.slot_minutes),
  break_minutes: String(hours.break_minutes),
  seats_per_slot: String(hours.seats_per_slot),
  interpreted: hours.interpreted,
  leave_out_holidays: hours.leave_out_holidays,
})

/** The next row: the same time on the next weekday. */
export function nextRange(ranges: readonly TypedRange[]): TypedRange {
  const last = ranges.at(-1)
  const key = Math.max(-1, ...ranges.map(range => range.key)) + 1
  if (!last) return { key, weekday: '1', starts: '', ends: '', support_type_id: '' }
  return { ...last, key, weekday: String((Number(last.weekday) % 7) + 1) }
}

const toRange = ({ weekday, starts, ends }: TypedRange): WeeklyRange => ({ weekday: Number(weekday) as Weekday, starts, ends })

/** The error of the first wrong row; undefined if all are right. */
export function rangeProblem(ranges: readonly TypedRange[]): { index: number; text: string } | undefined {
  const incomplete = ranges.findIndex(({ starts, ends, support_type_id }) => !isLocalTime(starts) || !isLocalTime(ends) || !support_type_id)
  if (incomplete >= 0) return { index: incomplete, text: t('weeklyHours.rangeMissing') }
  const index = findBadRange(ranges.map(toRange))
  if (index < 0) return undefined
  const bad = ranges[index]
  return { index, text: t(bad && bad.ends <= bad.starts ? 'weeklyHours.rangeOrder' : 'weeklyHours.rangeOverlap') }
}

/** Error texts by field. */
export function checkWeeklyHours(values: WeeklyHoursValues): { [Key in keyof WeeklyHoursValues]?: string | undefined } {
  const { until_date, ranges } = values
  const rangesWrong = rangeProblem(ranges)?.text
  const slotLong = !rangesWrong && !haveRoom(ranges.map(toRange), Number(values.slot_minutes)) ? t('weeklyHours.slotLong') : undefined
  return {
    mentor_id: values.mentor_id ? undefined : t('scheduleForm.missing'),
    place_id: values.place_id ? undefined : t('scheduleForm.missing'),
    ranges: rangesWrong,
    from_date: isLocalDate(values.from_date) ? undefined : t('scheduleForm.missingDate'),
    until_date: until_date && (!isLocalDate(until_date) || until_date < values.from_date) ? t('weeklyHours.untilEarly') : undefined,
    slot_minutes: numberError(values.slot_minutes, sessionLimits.slotMinutes) ?? slotLong,
    break_minutes: numberError(values.break_minutes, sessionLimits.breakMinutes),
    seats_per_slot: numberError(values.seats_per_slot, sessionLimits.seats),
  }
}

/** Whether nothing is wrong with the values. */
export const areComplete = (values: WeeklyHoursValues): boolean => !Object.values(checkWeeklyHours(values)).some(Boolean)

const numberError = (text: string, { min, max }: { min: number; max: number }) =>
  /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max ? undefined : t('scheduleForm.range', { min, max })

/** The request body of checked values. */
export function toNewWeeklyHours({
  ranges,
  until_date,
  slot_minutes,
  break_minutes,
  seats_per_slot,
  ...rest
}: WeeklyHoursValues): NewWeeklyHours {
  return {
    ...rest,
    ranges: ranges.map(({ key: _, weekday, ...range }) => ({ ...range, weekday: Number(weekday) })),
    until_date: until_date || null,
    slot_minutes: Number(slot_minutes),
    break_minutes: Number(break_minutes),
    seats_per_slot: Number(seats_per_slot),
  }
}

/** The request body of checked values that change existing hours. */
export function toChangeWeeklyHours(values: WeeklyHoursValues, revision: number): ChangeWeeklyHours {
  const { mentor_id: _, from_date: __, ...body } = toNewWeeklyHours(values)
  return { ...body, revision }
}

/** The same without the mentor, who is the caller or the proposal's. */
export function toProposedHours(values: WeeklyHoursValues): ProposedHours {
  const { mentor_id: _, ...hours } = toNewWeeklyHours(values)
  return hours
}
