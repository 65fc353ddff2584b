import { t } from '../../lib/messages.ts'
import { TextField } from '../../ui/fields.tsx'
import type { ScheduleFormState } from './schedule-values.ts'
import styles from './schedule-form.module.css'
import { countSlots } from './slot-count.ts'

/** Slot length, breaks and seats, with the resulting slots next to them. */
export function SlotsSection({ form, zone }: { form: ScheduleFormState; zone: string }) {
  const count = countSlots(form.values, zone)
  return (
    <>
      <div className={`${styles.row} ${styles.short}`}>
        <TextField {...form.field('slot_minutes')} label={t('scheduleForm.slotMinutes')} inputMode="numeric" />
        <TextField {...form.field('break_minutes')} label={t('scheduleForm.breakMinutes')} inputMode="numeric" />
        <TextField {...form.field('seats_per_slot')} label={t('scheduleForm.seats')} inputMode="numeric" />
      </div>
      <p role="status" className={styles.sentence}>
        {count?.each === 0 && t('scheduleForm.fitsNone')}
        {count && count.each > 0 && t('scheduleForm.fits', { slots: count.each })}
        {count && count.slots > 0 && ` · ${t('scheduleForm.fitsAll', { slots: count.slots, seats: count.seats })}`}
      </p>
    </>
  )
}
