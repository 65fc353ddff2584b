import { useState } from 'react'
import { localDateOf } from '#domain/time/local-date.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { useIdempotencyKey } from '../../lib/idempotency-key.ts'
import { t } from '../../lib/messages.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextAreaField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { toast } from '../../ui/toast.ts'
import { HoursFields } from '../weekly-hours/hours-fields.tsx'
import {
  checkWeeklyHours,
  emptyValues,
  toProposedHours,
  type HoursOffer,
  type WeeklyHoursValues,
} from '../weekly-hours/weekly-hours-values.ts'

/** A mentor proposes weekly hours of their own. */
export function ProposeDialog({ mentorId, offer, onClose }: { mentorId: string; offer: HoursOffer; onClose: () => void }) {
  const keyFor = useIdempotencyKey()
  const [today] = useState(() => localDateOf(Temporal.Now.instant(), visitorZone()))
  const form = useForm<WeeklyHoursValues & { note: string }>({
    initial: { ...emptyValues(offer, today), mentor_id: mentorId, note: '' },
    check: checkWeeklyHours,
    submit: async ({ note, ...values }) => {
      const body = { ...toProposedHours(values), note }
      await call('POST /api/mentor-proposals', { body, idempotencyKey: keyFor(body) })
      onClose()
      toast(t('hoursProposals.sent'), { type: 'success' })
    },
  })
  return (
    <Dialog title={t('hoursProposals.propose')} onClose={onClose}>
      <FormFrame form={form} submit={t('hoursProposals.send')} cancel={onClose}>
        <HoursFields form={form} offer={offer} hasFirstDay />
        <TextAreaField
          label={t('hoursProposals.note')}
          hint={t('hoursProposals.noteHint')}
          optional
          maxLength={500}
          {...form.field('note')}
        />
      </FormFrame>
    </Dialog>
  )
}
