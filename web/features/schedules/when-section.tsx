import { t } from '../../lib/messages.ts'
import { formatRange, formatZone } from '../../lib/time.ts'
import type { ScheduleFormState } from './schedule-values.ts'
import styles from './schedule-form.module.css'
import { isSeries, resolveTimes, resolvedInstant } from './schedule-values.ts'
import { WhenFields } from './when-fields.tsx'

/** Date, start and end on the place's clock. The preview asks about ambiguous times of a series. */
export function WhenSection({ form, place, zone }: { form: ScheduleFormState; place: string | undefined; zone: string }) {
  const { values } = form
  const times = resolveTimes(values, zone)
  const start = times && resolvedInstant(times.start, values.starts_which)
  const end = times && resolvedInstant(times.end, values.ends_which)
  return (
    <>
      {place && <p className="soft small">{t('scheduleForm.clock', { place, zone: formatZone(zone) })}</p>}
      <WhenFields form={form} zone={zone} isSeries={isSeries(values)} />
      <p role="status" className={styles.sentence}>
        {start && end && formatRange(start.toString(), end.toString(), zone)}
      </p>
    </>
  )
}
