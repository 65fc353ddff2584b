import type { AffectedAppointment } from '#contract/reassigning.ts'
import { t } from '../../lib/messages.ts'
import { formatShortDateTime, formatShortDay, formatTime, withZone } from '../../lib/time.ts'
import field from '../../ui/field.module.css'
import arrow from '../../ui/select-arrow.module.css'
import { cancel, keep, seatKey, type Choice } from './choices.ts'

interface ChoiceFieldProps {
  appointment: AffectedAppointment
  value: Choice
  /** Whether an option has a seat left after the other choices. */
  isLeft: (choice: Choice) => boolean
  label: string
  onChange: (choice: Choice) => void
}

/** The options: the same time with another mentor, other times, cancel, keep. */
export function ChoiceField({ appointment, value, isLeft, label, onChange }: ChoiceFieldProps) {
  const { options } = appointment
  const optionOf = (option: AffectedAppointment['options'][number]) => {
    const key = seatKey(option)
    const left = isLeft(key)
    const text = formatOption(appointment, option)
    return (
      <option key={key} value={key} disabled={!left}>
        {left ? text : t('reassign.taken', { option: text })}
      </option>
    )
  }
  const same = options.filter(({ same_time }) => same_time)
  const other = options.filter(({ same_time }) => !same_time)
  return (
    <select
      className={`${field.control} ${arrow.select}`}
      aria-label={label}
      value={value}
      onChange={event => onChange(event.target.value)}
    >
      {same.length > 0 && <optgroup label={t('reassign.sameTime')}>{same.map(optionOf)}</optgroup>}
      {other.length > 0 && <optgroup label={t('reassign.otherTime')}>{other.map(optionOf)}</optgroup>}
      <optgroup label={t('reassign.otherwise')}>
        <option value={cancel}>{t('reassign.cancel')}</option>
        <option value={keep}>{t('reassign.keep')}</option>
      </optgroup>
    </select>
  )
}

/** "09:00 with Ben Okafor"; a different day or place is named. */
function formatOption(appointment: AffectedAppointment, option: AffectedAppointment['options'][number]): string {
  const { starts_at, time_zone } = option
  const sameDay = formatShortDay(starts_at, time_zone) === formatShortDay(appointment.starts_at, appointment.time_zone)
  const when = sameDay ? formatTime(starts_at, time_zone) : formatShortDateTime(starts_at, time_zone)
  const words = { when: withZone(when, starts_at, time_zone), name: option.mentor.name }
  return option.place.id === appointment.place.id
    ? t('reassign.option', words)
    : t('reassign.optionAt', { ...words, place: option.place.name })
}
