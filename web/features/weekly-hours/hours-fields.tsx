import type { WeeklyHours } from '#contract/weekly-hours.ts'
import { distinctById } from '../../lib/distinct-by-id.ts'
import type { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { DateField } from '../../ui/date-field.tsx'
import { CheckField, SelectField, TextField } from '../../ui/fields.tsx'
import { namedOptions } from '../../ui/named-options.ts'
import { InterpretedField } from '../schedules/interpreted-field.tsx'
import { lengthFor } from '../schedules/schedule-offer.ts'
import { RangeFields } from './range-fields.tsx'
import type { HoursOffer, WeeklyHoursValues } from './weekly-hours-values.ts'
import styles from './weekly-hours.module.css'

interface HoursFieldsProps {
  form: Pick<ReturnType<typeof useForm<WeeklyHoursValues>>, 'values' | 'errors' | 'set' | 'field'>
  offer: HoursOffer
  /** What is there already. If it is no longer offered, it is shown, so that the refusal has a field to name. */
  current?: Pick<WeeklyHours, 'place' | 'ranges'> | undefined
  hasFirstDay: boolean
}

/** The fields of weekly hours, without their mentor. */
export function HoursFields({ form, offer, current, hasFirstDay }: HoursFieldsProps) {
  const places = distinctById([...offer.places, ...(current ? [current.place] : [])])
  const supportTypes = distinctById([...offer.support_types, ...(current?.ranges.map(range => range.support_type) ?? [])])
  const types = offer.support_types.filter(({ id }) => form.values.ranges.some(range => range.support_type_id === id))
  return (
    <>
      <SelectField label={t('weeklyHours.place')} options={namedOptions(places)} {...form.field('place_id')} />
      <RangeFields
        value={form.values.ranges}
        error={form.errors.ranges}
        supportTypes={supportTypes}
        onChange={next => form.set({ ranges: next })}
      />
      <div className={styles.pair}>
        {hasFirstDay && <DateField label={t('weeklyHours.from')} {...form.field('from_date')} />}
        <DateField label={t('weeklyHours.until')} optional {...form.field('until_date')} />
      </div>
      <div className={styles.pair}>
        <TextField label={t('weeklyHours.slotMinutes')} inputMode="numeric" {...form.field('slot_minutes')} />
        <TextField label={t('weeklyHours.breakMinutes')} inputMode="numeric" {...form.field('break_minutes')} />
        <TextField label={t('weeklyHours.seats')} inputMode="numeric" {...form.field('seats_per_slot')} />
      </div>
      {(form.values.interpreted || (types.length > 0 && types.every(({ interpreted_minutes }) => interpreted_minutes !== null))) && (
        <InterpretedField
          {...form.field('interpreted')}
          onChange={interpreted => form.set(types[0] ? lengthFor(types[0], interpreted) : { interpreted })}
        />
      )}
      {offer.holiday_place_ids?.includes(form.values.place_id) && (
        <CheckField
          label={t('weeklyHours.leaveOutHolidays')}
          name="leave_out_holidays"
          value={form.values.leave_out_holidays}
          onChange={leave_out_holidays => form.set({ leave_out_holidays })}
        />
      )}
    </>
  )
}
