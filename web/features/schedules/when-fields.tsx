import type { BoundField } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { DateField, TimeField } from '../../ui/date-field.tsx'
import { ClockChoice } from './clock-choice.tsx'
import styles from './schedule-form.module.css'
import { resolveTimes, type Times } from './schedule-values.ts'

interface WhenFieldsProps {
  form: {
    values: Times
    set: (change: Partial<Times>) => void
    field: (name: 'date' | 'starts_at' | 'ends_at') => BoundField<string>
  }
  zone: string
  /** Something else asks about skipped and repeated times. */
  isSeries?: boolean
}

/** Date, start and end of a session on the place's clock; asks about times that the clock skips or repeats. */
export function WhenFields({ form, zone, isSeries = false }: WhenFieldsProps) {
  const { values } = form
  const times = isSeries ? null : resolveTimes(values, zone)
  const setStart = (starts_at: string) => form.set({ starts_at, starts_which: '' })
  const setEnd = (ends_at: string) => form.set({ ends_at, ends_which: '' })
  return (
    <>
      <div className={styles.when}>
        <DateField {...form.field('date')} label={t('scheduleForm.date')} />
        <TimeField {...form.field('starts_at')} label={t('scheduleForm.start')} onChange={setStart} />
        <TimeField {...form.field('ends_at')} label={t('scheduleForm.end')} onChange={setEnd} />
      </div>
      {times && (
        <ClockChoice
          time={values.starts_at}
          zone={zone}
          resolved={times.start}
          which={values.starts_which}
          onTime={setStart}
          onWhich={starts_which => form.set({ starts_which })}
        />
      )}
      {times && (
        <ClockChoice
          time={values.ends_at}
          zone={zone}
          resolved={times.end}
          which={values.ends_which}
          onTime={setEnd}
          onWhich={ends_which => form.set({ ends_which })}
        />
      )}
    </>
  )
}
