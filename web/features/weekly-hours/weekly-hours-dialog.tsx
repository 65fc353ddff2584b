import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { localDateOf } from '#domain/time/local-date.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { call, queryOptionsOf } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { useIdempotencyKey } from '../../lib/idempotency-key.ts'
import { t } from '../../lib/messages.ts'
import { visitorZone } from '../../lib/time.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { namedOptions } from '../../ui/named-options.ts'
import { Loaded } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.ts'
import type { ScheduleOffer } from '../schedules/schedule-offer.ts'
import { RangeFields } from './range-fields.tsx'
import { checkWeeklyHours, emptyValues, toNewWeeklyHours } from './weekly-hours-values.ts'
import styles from './weekly-hours.module.css'

/** Enters weekly hours: their sessions are planned at once. */
export function WeeklyHoursDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery({ ...queryOptionsOf('GET /api/schedules/create'), staleTime: Infinity })
  return (
    <Dialog title={t('weeklyHours.new')} onClose={onClose}>
      <Loaded query={query}>{offer => <WeeklyHoursForm offer={offer} onClose={onClose} />}</Loaded>
    </Dialog>
  )
}

function WeeklyHoursForm({ offer, onClose }: { offer: ScheduleOffer; onClose: () => void }) {
  const keyFor = useIdempotencyKey()
  const [today] = useState(() => localDateOf(Temporal.Now.instant(), visitorZone()))
  const form = useForm({
    initial: emptyValues(offer, today),
    check: checkWeeklyHours,
    submit: async values => {
      const body = toNewWeeklyHours(values)
      const { sessions_ahead, skipped } = await call('POST /api/weekly-hours', { body, idempotencyKey: keyFor(body) })
      onClose()
      toast(t('weeklyHours.done', { count: sessions_ahead, skipped: skipped.length }), { type: 'success', durationMs: 8000 })
    },
  })
  const { ranges } = form.values
  return (
    <FormFrame form={form} submit={t('weeklyHours.save')} cancel={onClose}>
      <SelectField label={t('weeklyHours.mentor')} placeholder="" options={namedOptions(offer.mentors)} {...form.field('mentor_id')} />
      <SelectField label={t('weeklyHours.place')} options={namedOptions(offer.places)} {...form.field('place_id')} />
      <RangeFields
        value={ranges}
        error={form.errors.ranges}
        supportTypes={offer.support_types}
        onChange={next => form.set({ ranges: next })}
      />
      <div className={styles.pair}>
        <TextField label={t('weeklyHours.from')} type="date" {...form.field('from_date')} />
        <TextField label={t('weeklyHours.until')} type="date" optional {...form.field('until_date')} />
      </div>
      <div className={styles.pair}>
        <TextField label={t('weeklyHours.slotMinutes')} inputMode="numeric" {...form.field('slot_minutes')} />
        <TextField label={t('weeklyHours.breakMinutes')} inputMode="numeric" {...form.field('break_minutes')} />
        <TextField label={t('weeklyHours.seats')} inputMode="numeric" {...form.field('seats_per_slot')} />
      </div>
      <p className="soft small">{t('weeklyHours.hint')}</p>
    </FormFrame>
  )
}
