import { partsOfDay } from '#domain/time/local-time.ts'
import { IconCalendarWeek, IconSunset2 } from '@tabler/icons-react'
import { t } from '../../lib/messages.ts'
import { formatWeekday } from '../../lib/calendar-words.ts'
import { weekdays } from '../../lib/week.ts'
import type { ChangeChoice } from '../booking/choice.ts'
import { Filter } from '../booking/time/filters.tsx'
import { noTime, type DeskChoice } from './desk-choice.ts'

/** The first of June 2026 is a Monday. */
const weekdayOptions = weekdays.map(day => ({ id: String(day), name: formatWeekday(`2026-06-0${day}T12:00:00Z`, 'UTC') }))

/** "Any Thursday afternoon": the weekday and the part of the day, on the place's clock. */
export function TimeFilters({ choice: { staff }, change }: { choice: DeskChoice; change: ChangeChoice }) {
  return (
    <>
      <Filter
        icon={<IconCalendarWeek size={20} stroke={1.7} aria-hidden="true" />}
        label={t('bookFor.weekday')}
        any={t('bookFor.anyWeekday')}
        value={staff.weekday}
        options={weekdayOptions}
        onChange={weekday => change({ ...noTime, weekday }, { replace: true })}
      />
      <Filter
        icon={<IconSunset2 size={20} stroke={1.7} aria-hidden="true" />}
        label={t('bookFor.part')}
        any={t('bookFor.anyPart')}
        value={staff.part}
        options={partsOfDay.map(part => ({ id: part, name: t(`booking.times.${part}`) }))}
        onChange={part => change({ ...noTime, part }, { replace: true })}
      />
    </>
  )
}
