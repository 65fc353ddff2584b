import { sessionLimits } from '#domain/availability/session.ts'
import { isMeetingLink } from '#domain/booking/meeting-link.ts'
import { isLocalDate } from '#domain/time/local-date.ts'
import { isLocalTime } from '#domain/time/local-time.ts'
import type { Resolved } from '#domain/time/moment.ts'
import { t } from '../../lib/messages.ts'
import { roomText } from '../places/place-values.ts'
import { repeatProblem } from './repeat-builder.ts'
import { isSeries, resolveTimes, type ScheduleValues, type Disambiguation, type Times } from './schedule-values.ts'

/** Error texts by field of the schedule form. */
export type ScheduleErrors = { [Key in keyof ScheduleValues]?: string }

/** Error texts by field. The server checks the rest. */
export function checkSchedule(values: ScheduleValues, zone: string): ScheduleErrors {
  // The preview resolves the times of a series.
  const times = checkTimes(values, isSeries(values) ? null : resolveTimes(values, zone))
  return {
    ...times,
    support_type_id: values.support_type_id ? undefined : t('scheduleForm.missing'),
    place_id: values.place_id ? undefined : t('scheduleForm.missing'),
    ends_at: values.ends_at && values.ends_at === values.starts_at ? t('scheduleForm.sameTime') : times.ends_at,
    slot_minutes: numberError(values.slot_minutes, sessionLimits.slotMinutes),
    break_minutes: numberError(values.break_minutes, sessionLimits.breakMinutes),
    seats_per_slot: numberError(values.seats_per_slot, sessionLimits.seats),
    mentor_ids: values.mentor_ids.length > 0 ? undefined : t('roster.missing'),
    meeting_url: values.meeting_url.trim() && !isMeetingLink(values.meeting_url.trim()) ? t('placeForm.linkBad', roomText) : undefined,
    repeat: repeatError(values),
  }
}

/** Error texts of date and times, which are resolved where repeated and skipped ones are asked about. */
export const checkTimes = (values: Times, times: ReturnType<typeof resolveTimes>) => ({
  date: isLocalDate(values.date) ? undefined : t('scheduleForm.missingDate'),
  starts_at: timeError(values.starts_at, times?.start, values.starts_which),
  ends_at: timeError(values.ends_at, times?.end, values.ends_which),
})

function timeError(time: string, resolved: Resolved | undefined, which: Disambiguation): string | undefined {
  if (!isLocalTime(time)) return t('scheduleForm.missingTime')
  if (resolved?.kind === 'skipped') return t('clockChange.gone')
  return resolved?.kind === 'repeated' && which === '' ? t('clockChange.missing') : undefined
}

function numberError(text: string, { min, max }: { min: number; max: number }): string | undefined {
  const fine = /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max
  return fine ? undefined : t('scheduleForm.range', { min, max })
}

function repeatError({ repeat, date }: ScheduleValues): string | undefined {
  const problem = repeatProblem(repeat, date)
  return problem ? t(`repeat.problem.${problem}`) : undefined
}
