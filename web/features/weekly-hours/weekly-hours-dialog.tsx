import type { WeeklyHours } from '#contract/weekly-hours.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { localDateOf } from '#domain/time/local-date.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { useIdempotencyKey } from '../../lib/idempotency-key.ts'
import { t } from '../../lib/messages.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { namedOptions } from '../../ui/named-options.ts'
import { Loaded } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.ts'
import { MissingOffer } from '../opening/missing-offer.tsx'
import { scheduleOfferQuery, type ScheduleOffer } from '../schedules/schedule-offer.ts'
import { HoursFields } from './hours-fields.tsx'
import { HoursPreviewPanel } from './hours-preview.tsx'
import { useHoursPreview } from './use-hours-preview.ts'
import {
  areComplete,
  checkWeeklyHours,
  emptyValues,
  toChangeWeeklyHours,
  toNewWeeklyHours,
  valuesOf,
  type WeeklyHoursValues,
} from './weekly-hours-values.ts'

interface WeeklyHoursDialogProps {
  /** Those to change; new ones unless given. */
  hours?: WeeklyHours
  onClose: () => void
}

/** Enters or changes weekly hours: their sessions are planned at once. */
export function WeeklyHoursDialog({ hours, onClose }: WeeklyHoursDialogProps) {
  const query = useQuery(scheduleOfferQuery)
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
  const { values } = form
  const draft = hours ? { id: hours.id, change: toChangeWeeklyHours(values, hours.revision) } : { hours: toNewWeeklyHours(values) }
  const preview = useHoursPreview(areComplete(values) ? draft : null)
  return (
    <FormFrame form={form} submit={t('weeklyHours.save')} cancel={onClose}>
      <MissingOffer {...offer} />
      {!hours && (
        <SelectField label={t('weeklyHours.mentor')} placeholder="" options={namedOptions(offer.mentors)} {...form.field('mentor_id')} />
      )}
      <HoursFields form={form} offer={offer} current={hours} hasFirstDay={!hours} />
      <p className="soft small">{t(hours ? 'weeklyHours.changeHint' : 'weeklyHours.hint')}</p>
      <HoursPreviewPanel {...preview} />
    </FormFrame>
  )
}

async function saveChange({ id, revision }: WeeklyHours, values: WeeklyHoursValues): Promise<string> {
  const body = toChangeWeeklyHours(values, revision)
  const { sessions_ahead, cancelled, left, skipped } = await call('PUT /api/weekly-hours/{id}', { params: { id }, body })
  return t('weeklyHours.changed', { count: sessions_ahead, cancelled, left, skipped: skipped.length })
}
