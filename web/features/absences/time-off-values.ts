import { addDays, isLocalDate } from '#domain/time/local-date.ts'
import { t } from '../../lib/messages.ts'

/** Values of the time-off form: whole days or part of a day. */
export type TimeOffValues = {
  mentor_id: string
  first: string
  last: string
  part: boolean
  starts_at: string
  ends_at: string
  reason: string
}

/** A new form, of a given mentor or without one; the dates are still to be chosen. */
export const emptyTimeOff = (mentor_id = ''): TimeOffValues => ({
  mentor_id,
  first: '',
  last: '',
  part: false,
  starts_at: '',
  ends_at: '',
  reason: '',
})

/** Error texts by field. Without a last day, the first day is also the last. */
export function checkTimeOff({ mentor_id, first, last, part, starts_at, ends_at }: TimeOffValues) {
  const errors: { [Key in keyof TimeOffValues]?: string } = {}
  if (!mentor_id) errors.mentor_id = t('timeOff.missingMentor')
  if (!isLocalDate(first)) errors.first = t('timeOff.missingDate')
  if (!part && last && last < first) errors.last = t('timeOff.endsBefore')
  if (part && !starts_at) errors.starts_at = t('timeOff.missingTime')
  if (part && !ends_at) errors.ends_at = t('timeOff.missingTime')
  if (part && starts_at && ends_at && ends_at <= starts_at) errors.ends_at = t('timeOff.endsBeforeTime')
  return errors
}

/** The request body: times on the organisation's clock, without offset. */
export function toNewTimeOff({ mentor_id, first, last, part, starts_at, ends_at, reason }: TimeOffValues) {
  const span = part
    ? { starts_at: `${first}T${starts_at}`, ends_at: `${first}T${ends_at}` }
    : { starts_at: `${first}T00:00`, ends_at: `${addDays(last || first, 1)}T00:00` }
  return { mentor_id, ...span, reason: reason.trim() }
}
