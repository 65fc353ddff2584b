import type { Schedule } from '#contract/schedules.ts'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { formatRange } from '../../lib/time.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextAreaField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import { toast } from '../../ui/toast.ts'
import styles from './schedules.module.css'

interface CancelSessionProps {
  schedule: Schedule
  /** Number of booked clients. */
  count: number
  onClose: () => void
  /** Receives the number of notified clients. */
  onCancelled?: (told: number) => void
}

/** Cancels a session: shows the consequences, asks for a reason, and reports how many clients are notified. */
export function CancelSessionDialog({ schedule, count: known, onClose, onCancelled }: CancelSessionProps) {
  const [newest, setNewest] = useState({ revision: schedule.revision, count: known, changed: false })
  const { count } = newest
  const { id, support_type, place, starts_at, ends_at, time_zone } = schedule
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => (reason.trim() ? {} : { reason: t('cancelSession.reasonMissing') }),
    submit: async ({ reason }) => {
      try {
        const body = { reason: reason.trim(), revision: newest.revision }
        const { told } = await call('POST /api/schedules/{id}/cancel', { params: { id }, body })
        onClose()
        onCancelled?.(told)
        toast(t('cancelSession.done', { count: told }), { type: 'success', durationMs: 8000 })
      } catch (error) {
        if (!isRefusal(error, 'stale')) throw error
        const answer = await call('GET /api/schedules/{id}/edit', { params: { id } })
        setNewest({ revision: answer.schedule.revision, count: answer.booked.length, changed: true })
      }
    },
  })
  return (
    <Dialog title={t('cancelSession.title')} onClose={onClose}>
      <p className={styles.asked}>
        <SupportTypeMark name={support_type.name} colour={support_type.colour} />
        <strong>{formatRange(starts_at, ends_at, time_zone)}</strong>
        <span className="soft">{place.name}</span>
      </p>
      {newest.changed && (
        <Notice kind="warning" alert>
          <p>{t('cancelSession.changed')}</p>
        </Notice>
      )}
      <Notice kind={count > 0 ? 'warning' : 'info'}>
        <p>{t('cancelSession.tells', { count })}</p>
      </Notice>
      <p className="soft small">{t('cancelSession.forever')}</p>
      <FormFrame form={form} submit={t('cancelSession.confirm', { count })} danger cancel={onClose} cancelLabel={t('cancelSession.keep')}>
        <TextAreaField label={t('cancelSession.reason')} hint={t('cancelSession.reasonHint')} maxLength={500} {...form.field('reason')} />
      </FormFrame>
    </Dialog>
  )
}
