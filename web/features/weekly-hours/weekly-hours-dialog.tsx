import type { WeeklyHours } from '#contract/weekly-hours.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { localDateOf } from '#domain/time/local-date.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { call, queryOptionsOf } from '../../lib/api.ts'
import { distinctById } from '../../lib/distinct-by-id.ts'
import { useForm } from '../../lib/form.ts'
import { useIdempotencyKey } from '../../lib/idempotency-key.ts'
import { t } from '../../lib/messages.ts'
import { visitorZone } from '../../lib/time.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckField, SelectField, TextField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { namedOptions } from '../../ui/named-options.ts'
import { Loaded } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.ts'
import type { ScheduleOffer } from '../schedules/schedule-offer.ts'
import { RangeFields } from './range-fields.tsx'
import {
  checkWeeklyHours,
  emptyValues,
  toChangeWeeklyHours,
  toNewWeeklyHours,
  valuesOf,
  type WeeklyHoursValues,
} from './weekly-hours-values.ts'
import styles from './weekly-hours.module.css'

interface WeeklyHoursDialogProps {
  /** Those to change; new ones unless given. */
  hours?: WeeklyHours
  onClose: () => void
}

/** Enters or changes weekly hours: their sessions are planned at once. */
export function WeeklyHoursDialog({ hours, onClose }: WeeklyHoursDialogProps) {
  const query = useQuery({ ...queryOptionsOf('GET /api/schedules/create'), staleTime: Infinity })
  return (
    <Dialog title={hours ? t('weeklyHours.changeTitle', { name: hours.mentor.name }) : t('weeklyHours.new')} onClose={onClose}>
      <Loaded query={query}>{offer => <WeeklyHoursForm offer={offer} hours={hours} onClose={onClose} />}</Loaded>
    </Dialog>
  )
}

function WeeklyHoursForm({ offer, hours, onClose }: WeeklyHoursDialogProps & { offer: ScheduleOffer }) {
  const keyFor = useIdempotencyKey()
  const [today] = useState(() => localDateOf(Temporal.Now.instant(), visitorZone()))
  const form = useForm({
    initial: hours ? valuesOf(hours) : emptyValues(offer, today),
    check: checkWeeklyHours,
    submit: async values => {
      const done = hours ? await saveChange(hours, values) : await saveNew(values)
      onClose()
      toast(done, { type: 'success', durationMs: 8000 })
    },
  })
  const saveNew = async (values: WeeklyHoursValues) => {
    const body = toNewWeeklyHours(values)
    const { sessions_ahead, skipped } = await call('POST /api/weekly-hours', { body, idempotencyKey: keyFor(body) })
    return t('weeklyHours.done', { count: sessions_ahead, skipped: skipped.length })
  }
  const { ranges } = form.values
  // What is no longer offered is shown, so that the refusal has a field to name.
  const places = hours ? distinctById([...offer.places, hours.place]) : offer.places
  const supportTypes = hours
    ? distinctById([...offer.support_types, ...hours.ranges.map(range => range.support_type)])
    : offer.support_types
  return (
    <FormFrame form={form} submit={t('weeklyHours.save')} cancel={onClose}>
      {!hours && (
        <SelectField label={t('weeklyHours.mentor')} placeholder="" options={namedOptions(offer.mentors)} {...form.field('mentor_id')} />
      )}
      <SelectField label={t('weeklyHours.place')} options={namedOptions(places)} {...form.field('place_id')} />
      <RangeFields value={ranges} error={form.errors.ranges} supportTypes={supportTypes} onChange={next => form.set({ ranges: next })} />
      <div className={styles.pair}>
        {!hours && <TextField label={t('weeklyHours.from')} type="date" {...form.field('from_date')} />}
        <TextField label={t('weeklyHours.until')} type="date" optional {...form.field('until_date')} />
      </div>
      <div className={styles.pair}>
        <TextField label={t('weeklyHours.slotMinutes')} inputMode="numeric" {...form.field('slot_minutes')} />
        <TextField label={t('weeklyHours.breakMinutes')} inputMode="numeric" {...form.field('break_minutes')} />
        <TextField label={t('weeklyHours.seats')} inputMode="numeric" {...form.field('seats_per_slot')} />
      </div>
      {offer.holiday_place_ids.includes(form.values.place_id) && (
        <CheckField
          label={t('weeklyHours.leaveOutHolidays')}
          name="leave_out_holidays"
          value={form.values.leave_out_holidays}
          onChange={leave_out_holidays => form.set({ leave_out_holidays })}
        />
      )}
      <p className="soft small">{t(hours ? 'weeklyHours.changeHint' : 'weeklyHours.hint')}</p>
    </FormFrame>
  )
}

async function saveChange({ id, revision }: WeeklyHours, values: WeeklyHoursValues): Promise<string> {
  const body = toChangeWeeklyHours(values, revision)
  const { sessions_ahead, cancelled, left, skipped } = await call('PUT /api/weekly-hours/{id}', { params: { id }, body })
  return t('weeklyHours.changed', { count: sessions_ahead, cancelled, left, skipped: skipped.length })
}
