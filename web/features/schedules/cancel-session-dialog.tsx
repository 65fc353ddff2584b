import type { Schedule } from '#contract/schedules.ts'
import type { SeriesSession } from '#contract/series.ts'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { formatRangeThere } from '../../lib/time.ts'
import { useBatchPreview } from '../../lib/use-batch-preview.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextAreaField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PreviewError } from '../../ui/preview-error.tsx'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'
import { countTold } from './count-told.ts'
import styles from './schedules.module.css'
import { formatNames, SeriesList } from './series-list.tsx'
import { SeriesScopeField } from './series-scope-field.tsx'
import { undoCancelling } from './undo-sessions.ts'
import { useSeries } from './use-series-change.ts'

interface CancelSessionProps {
  schedule: Schedule
  onClose: () => void
  /** Receives the number of notified clients. */
  onCancelled?: (told: number) => void
}

/**
 * Cancels a session, or several of its series: shows the consequences, asks for a reason, and reports how many
 * clients are notified.
 */
export function CancelSessionDialog({ schedule, onClose, onCancelled }: CancelSessionProps) {
  const [newest, setNewest] = useState({ revision: schedule.revision, changed: false })
  const { id, support_type, place, starts_at, ends_at, time_zone } = schedule
  const series = useSeries(schedule, () => true)
  const isOne = series.scope === 'this'
  const opened = { id, revision: newest.revision }
  const listed = isOne ? [opened] : series.sessions.map(toListed)
  const preview = useBatchPreview('POST /api/schedules/cancel/preview', listed.length > 0 ? { sessions: listed } : null)
  const rows = new Map(preview.data?.sessions.map(row => [row.id, row]))
  const chosen = isOne ? [opened] : series.sessions.filter(series.isChosen).map(toListed)
  const previewed = chosen.flatMap(session => rows.get(session.id) ?? [])
  const tells = countTold(previewed)
  const problem = previewed.find(row => row.problem)?.problem
  // Older than the session: submitting reads it again.
  const isStale = problem?.code === 'stale'

  const cancelOne = (reason: string) =>
    call('POST /api/schedules/{id}/cancel', { params: { id }, body: { reason, revision: opened.revision } })
  const cancelChosen = (reason: string) =>
    call('POST /api/schedules/{id}/series/cancel', { params: { id }, body: { reason, sessions: chosen } })
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => (reason.trim() || tells.clients === 0 ? {} : { reason: t('cancelSession.reasonMissing') }),
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
        setNewest({ revision: answer.schedule.revision, changed: true })
      }
    },
  })
  const isReady = previewed.length > 0 && (!problem || isStale)
  const confirm = isOne
    ? t('cancelSession.confirm', { count: tells.clients })
    : t('cancelSession.confirmMany', { sessions: chosen.length, count: tells.clients })
  return (
    <Dialog title={isOne ? t('cancelSession.title') : t('cancelSession.titleMany')} onClose={onClose}>
      <p className={styles.asked}>
        <SupportTypeMark name={support_type.name} colour={support_type.colour} />
        <strong>{formatRangeThere(starts_at, ends_at, time_zone)}</strong>
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
          {session => {
            const { clients = [] } = rows.get(session.id) ?? {}
            return clients.length > 0 && <p>{t('series.booked', { count: clients.length, names: formatNames(clients) })}</p>
          }}
        </SeriesList>
      )}
      <div role="status">
        {previewed.length > 0 && !isStale && (
          <Notice kind={problem || tells.clients > 0 ? 'warning' : 'info'}>
            <p>{problem ? problem.message : t('cancelSession.tells', tells)}</p>
          </Notice>
        )}
        <PreviewError error={preview.error} />
      </div>
      <p className="soft small">{t('cancelSession.forever')}</p>
      <FormFrame form={form} submit={isReady ? confirm : undefined} danger cancel={onClose} cancelLabel={t('cancelSession.keep')}>
        <TextAreaField
          label={t('cancelSession.reason')}
          hint={t('cancelSession.reasonHint')}
          optional={tells.clients === 0}
          maxLength={500}
          {...form.field('reason')}
        />
      </FormFrame>
    </Dialog>
  )
}

const toListed = ({ id, revision }: SeriesSession) => ({ id, revision })
