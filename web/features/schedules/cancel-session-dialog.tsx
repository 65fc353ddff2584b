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
import { toastWithUndo } from '../../ui/toast-with-undo.ts'
import styles from './schedules.module.css'
import { formatNames, SeriesList } from './series-list.tsx'
import { SeriesScopeField } from './series-scope-field.tsx'
import { undoCancelling } from './undo-sessions.ts'
import { useSeries } from './use-series-change.ts'

interface CancelSessionProps {
  schedule: Schedule
  /** Number of booked clients. */
  count: number
  onClose: () => void
  /** Receives the number of notified clients. */
  onCancelled?: (told: number) => void
}

/**
 * Cancels a session, or several of its series: shows the consequences, asks for a reason, and reports how many
 * clients are notified.
 */
export function CancelSessionDialog({ schedule, count: known, onClose, onCancelled }: CancelSessionProps) {
  const [newest, setNewest] = useState({ revision: schedule.revision, count: known, changed: false })
  const { id, support_type, place, starts_at, ends_at, time_zone } = schedule
  const series = useSeries(schedule, () => true)
  const isOne = series.scope === 'this'
  const chosen = series.sessions.filter(series.isChosen)
  const count = isOne ? newest.count : chosen.reduce((sum, { booked }) => sum + booked.length, 0)

  const cancelOne = (reason: string) =>
    call('POST /api/schedules/{id}/cancel', { params: { id }, body: { reason, revision: newest.revision } })
  const cancelChosen = (reason: string) => {
    const sessions = chosen.map(session => ({ id: session.id, revision: session.revision }))
    return call('POST /api/schedules/{id}/series/cancel', { params: { id }, body: { reason, sessions } })
  }
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => (reason.trim() || count === 0 ? {} : { reason: t('cancelSession.reasonMissing') }),
    submit: async ({ reason }) => {
      try {
        const { told, undo } = await (isOne ? cancelOne : cancelChosen)(reason.trim() || t('cancelSession.unexplained'))
        onClose()
        onCancelled?.(told)
        const done = isOne
          ? t('cancelSession.done', { count: told })
          : t('cancelSession.doneMany', { sessions: chosen.length, count: told })
        toastWithUndo(done, () => undoCancelling(undo))
      } catch (error) {
        if (!isRefusal(error, 'stale')) throw error
        const [answer] = await Promise.all([call('GET /api/schedules/{id}/edit', { params: { id } }), series.refetch()])
        setNewest({ revision: answer.schedule.revision, count: answer.booked.length, changed: true })
      }
    },
  })
  const isNone = !isOne && chosen.length === 0
  const confirm = isOne ? t('cancelSession.confirm', { count }) : t('cancelSession.confirmMany', { sessions: chosen.length, count })
  return (
    <Dialog title={isOne ? t('cancelSession.title') : t('cancelSession.titleMany')} onClose={onClose}>
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
      {series.scopes.length > 1 && (
        <SeriesScopeField scopes={series.scopes} more={series.more} value={series.scope} onChange={series.setScope} />
      )}
      {!isOne && (
        <SeriesList label={t('series.dates')} sessions={series.sessions} isChosen={series.isChosen} onChoose={series.choose}>
          {({ booked }) => booked.length > 0 && <p>{t('series.booked', { count: booked.length, names: formatNames(booked) })}</p>}
        </SeriesList>
      )}
      <Notice kind={count > 0 ? 'warning' : 'info'}>
        <p>{isOne ? t('cancelSession.tells', { count }) : t('cancelSession.tellsMany', { count })}</p>
      </Notice>
      <p className="soft small">{t('cancelSession.forever')}</p>
      <FormFrame form={form} submit={isNone ? undefined : confirm} danger cancel={onClose} cancelLabel={t('cancelSession.keep')}>
        <TextAreaField
          label={t('cancelSession.reason')}
          hint={t('cancelSession.reasonHint')}
          optional={count === 0}
          maxLength={500}
          {...form.field('reason')}
        />
      </FormFrame>
    </Dialog>
  )
}
