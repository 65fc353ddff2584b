import { t } from '../../lib/messages.ts'
import { formatRange, formatZone } from '../../lib/time.ts'
import { DateField, TimeField } from '../../ui/date-field.tsx'
import { ClockChoice } from './clock-choice.tsx'
import type { ScheduleFormState } from './schedule-values.ts'
import styles from './schedule-form.module.css'
import { isSeries, resolveTimes, resolvedInstant } from './schedule-values.ts'

/** Date, start and end on the place's clock. The preview asks about ambiguous times of a series. */
export function WhenSection({ form, place, zone }: { form: ScheduleFormState; place: string | undefined; zone: string }) {
  const { values } = form
  const times = resolveTimes(values, zone)
  const start = times && resolvedInstant(times.start, values.starts_which)
  const end = times && resolvedInstant(times.end, values.ends_which)
  const asked = isSeries(values) ? null : times
  return (
    <>
      {place && <p className="soft small">{t('scheduleForm.clock', { place, zone: formatZone(zone) })}</p>}
      <div className={`${styles.row} ${styles.short}`}>
        <DateField {...form.field('date')} label={t('scheduleForm.date')} />
        <TimeField
          {...form.field('starts_at')}
          label={t('scheduleForm.start')}
          onChange={starts_at => form.set({ starts_at, starts_which: '' })}
        />
        <TimeField {...form.field('ends_at')} label={t('scheduleForm.end')} onChange={ends_at => form.set({ ends_at, ends_which: '' })} />
      </div>
      {asked && (
        <ClockChoice
          time={values.starts_at}
          zone={zone}
          resolved={asked.start}
          which={values.starts_which}
          onTime={starts_at => form.set({ starts_at, starts_which: '' })}
          onWhich={starts_which => form.set({ starts_which })}
        />
      )}
      {asked && (
        <ClockChoice
          time={values.ends_at}
          zone={zone}
          resolved={asked.end}
          which={values.ends_which}
          onTime={ends_at => form.set({ ends_at, ends_which: '' })}
          onWhich={ends_which => form.set({ ends_which })}
        />
      )}
      <p role="status" className={styles.sentence}>
        {start && end && formatRange(start.toString(), end.toString(), zone)}
      </p>
    </>
  )
}
