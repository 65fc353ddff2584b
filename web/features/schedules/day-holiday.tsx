import type { Schedule } from '#contract/schedules.ts'
import type { LocalDate } from '#domain/time/local-date.ts'
import type { HolidayOf } from './use-holidays.ts'

interface DayHolidayProps {
  date: LocalDate
  schedules: readonly Schedule[]
  holidayOf: HolidayOf | undefined
}

/** The public holidays of a day at the places of its schedules. */
export function DayHoliday({ date, schedules, holidayOf }: DayHolidayProps) {
  const holiday = holidayOf?.(
    date,
    schedules.map(({ place }) => place.id),
  )
  return holiday && <span className="soft small">{holiday}</span>
}
