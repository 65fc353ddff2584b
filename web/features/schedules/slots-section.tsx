import type { SupportType } from '#contract/support-types.ts'
import { t } from '../../lib/messages.ts'
import { TextField } from '../../ui/fields.tsx'
import { InterpretedField } from './interpreted-field.tsx'
import { lengthFor } from './schedule-offer.ts'
import type { ScheduleFormState } from './schedule-values.ts'
import styles from './schedule-form.module.css'
import { countSlots } from './slot-count.ts'

interface SlotsSectionProps {
  form: ScheduleFormState
  zone: string
  type: SupportType | undefined
}

/** Slot length, breaks and seats, with the resulting slots next to them; and whom the times are kept for. */
export function SlotsSection({ form, zone, type }: SlotsSectionProps) {
  const count = countSlots(form.values, zone)
  return (
    <>
      <div className={`${styles.row} ${styles.short}`}>
        <TextField {...form.field('slot_minutes')} label={t('scheduleForm.slotMinutes')} inputMode="numeric" />
        <TextField {...form.field('break_minutes')} label={t('scheduleForm.breakMinutes')} inputMode="numeric" />
        <TextField {...form.field('seats_per_slot')} label={t('scheduleForm.seats')} inputMode="numeric" />
      </div>
      {type && (type.interpreted_minutes !== null || form.values.interpreted) && (
        <InterpretedField {...form.field('interpreted')} onChange={interpreted => form.set(lengthFor(type, interpreted))} />
      )}
      <p role="status" className={styles.sentence}>
        {count?.each === 0 && t('scheduleForm.fitsNone')}
        {count && count.each > 0 && t('scheduleForm.fits', { slots: count.each })}
        {count && count.slots > 0 && ` · ${t('scheduleForm.fitsAll', { slots: count.slots, seats: count.seats })}`}
      </p>
    </>
  )
}
