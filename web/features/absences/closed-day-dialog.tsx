import type { ClosedDay } from '#contract/absences.ts'
import { isLocalDate } from '#domain/time/local-date.ts'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { useIdempotencyKey } from '../../lib/idempotency-key.ts'
import { t } from '../../lib/messages.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { namedOptions } from '../../ui/named-options.ts'
import { MissingOffer } from '../opening/missing-offer.tsx'

interface ClosedDayDialogProps {
  /** The places to choose from. A single place is preset and not shown. */
  places: readonly { id: string; name: string }[]
  onClose: () => void
  onClosed: (day: ClosedDay) => void
}

/** Closes a place on a day. */
export function ClosedDayDialog({ places, onClose, onClosed }: ClosedDayDialogProps) {
  const keyFor = useIdempotencyKey()
  const form = useForm({
    initial: { place_id: places.length === 1 ? (places[0]?.id ?? '') : '', date: '', reason: '' },
    at: { already_closed: 'date' },
    check: ({ place_id, date }) => ({
      ...(!place_id && { place_id: t('closedDay.missingPlace') }),
      ...(!isLocalDate(date) && { date: t('closedDay.missingDate') }),
    }),
    submit: async ({ reason, ...values }) => {
      const body = { ...values, reason: reason.trim() }
      const day = await call('POST /api/closed-days', { body, idempotencyKey: keyFor(body) })
      onClose()
      onClosed(day)
    },
  })
  return (
    <Dialog title={t('closedDay.enter')} onClose={onClose}>
      <FormFrame form={form} submit={t('closedDay.save')} cancel={onClose}>
        <MissingOffer places={places} />
        {places.length !== 1 && (
          <SelectField label={t('closedDay.place')} placeholder="" options={namedOptions(places)} {...form.field('place_id')} />
        )}
        <DateField label={t('closedDay.date')} {...form.field('date')} />
        <TextField label={t('closedDay.reason')} optional maxLength={200} {...form.field('reason')} />
      </FormFrame>
    </Dialog>
  )
}
