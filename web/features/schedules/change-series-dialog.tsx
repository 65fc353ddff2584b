import type { Schedule } from '#contract/schedules.ts'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { isRefusal, sentenceOf } from '../../lib/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'
import { ChangedSession } from './changed-session.tsx'
import { SeriesList } from './series-list.tsx'
import { SeriesScopeField } from './series-scope-field.tsx'
import type { ChangeOfSeries } from './series-sessions.ts'
import { undoChanging } from './undo-sessions.ts'
import { useSeries, useSeriesPreview } from './use-series-change.ts'

interface ChangeSeriesProps {
  schedule: Pick<Schedule, 'id' | 'starts_at'>
  change: ChangeOfSeries
  /** Only the opened session is meant. */
  onThis: () => void
  /** Sessions of the series were changed, or given their former values by Undo. */
  onChanged: () => void
  onClose: () => void
}

/** Asks which sessions of a series a change concerns, and shows what it does to each date. */
export function ChangeSeriesDialog({ schedule, change, onThis, onChanged, onClose }: ChangeSeriesProps) {
  const series = useSeries(schedule, session => !session.changed_alone)
  const preview = useSeriesPreview(schedule.id, series, change)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<unknown>()
  const { scope, sessions } = series
  const isBlocked = ({ id }: { id: string }) => (preview.previews.get(id)?.problem ?? null) !== null
  const chosen = sessions.filter(session => series.isChosen(session) && !isBlocked(session))
  const moving = chosen.flatMap(({ id }) => preview.previews.get(id)?.moving ?? [])
  const error = failed ?? series.error ?? preview.error

  const save = async () => {
    setBusy(true)
    setFailed(undefined)
    try {
      const ids = new Set(chosen.map(({ id }) => id))
      const body = {
        change,
        sessions: chosen.map(({ id, revision }) => ({ id, revision })),
        chosen_times: preview.chosen_times.filter(({ id }) => ids.has(id)),
        move_clients: moving.map(({ appointment_id }) => appointment_id),
      }
      const { changed, moved, undo } = await call('PUT /api/schedules/{id}/series', { params: { id: schedule.id }, body })
      toastWithUndo(t('series.changed', { count: changed, moved }), async () => {
        await undoChanging(undo)
        onChanged()
      })
      onChanged()
    } catch (problem) {
      setFailed(problem)
      await series.refetch()
      await preview.refetch()
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      title={t('series.changeTitle')}
      onClose={onClose}
      actions={
        <>
          <Button
            kind="primary"
            busy={busy}
            disabled={scope !== 'this' && (!preview.isCurrent || chosen.length === 0)}
            onClick={scope === 'this' ? onThis : () => void save()}
          >
            {scope === 'this' ? t('series.changeThis') : t('series.change', { count: chosen.length })}
          </Button>
          <Button onClick={onClose}>{t('ui.goBack')}</Button>
        </>
      }
    >
      <SeriesScopeField scopes={series.scopes} more={series.more} value={scope} onChange={series.setScope} />
      {error !== undefined && error !== null && (
        <Notice kind="error" alert>
          <p>{isRefusal(error, 'stale') ? t('series.stale') : sentenceOf(error)}</p>
        </Notice>
      )}
      {scope !== 'this' && (
        <div aria-busy={!preview.isCurrent}>
          <SeriesList
            label={t('series.dates')}
            sessions={sessions}
            isChosen={series.isChosen}
            isBlocked={isBlocked}
            onChoose={series.choose}
          >
            {session => <ChangedSession session={session} preview={preview.previews.get(session.id)} onTime={preview.chooseTime} />}
          </SeriesList>
        </div>
      )}
      <div role="status">
        {scope !== 'this' && preview.isCurrent && (
          <>
            {moving.length > 0 && (
              <Notice kind="warning">
                <p>{t('series.tells', { count: moving.length })}</p>
              </Notice>
            )}
            {chosen.length < sessions.length && (
              <p className="soft small">{t('series.stay', { count: sessions.length - chosen.length })}</p>
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}
