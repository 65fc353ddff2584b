import type { ChangedSession } from '#contract/bulk.ts'
import type { Schedule } from '#contract/schedules.ts'
import { useQuery } from '@tanstack/react-query'
import { call, queryOptionsOf } from '../../../lib/api.ts'
import { distinctById } from '../../../lib/distinct-by-id.ts'
import { useForm } from '../../../lib/form.ts'
import { t } from '../../../lib/messages.ts'
import { useBatchPreview } from '../../../lib/use-batch-preview.ts'
import { can } from '../../../lib/session.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/fields.tsx'
import { FormFrame } from '../../../ui/form-frame.tsx'
import { PreviewError } from '../../../ui/preview-error.tsx'
import { namedOptions } from '../../../ui/named-options.ts'
import { Notice } from '../../../ui/notice.tsx'
import { toastWithUndo } from '../../../ui/toast-with-undo.ts'
import { formatClash } from '../format-clash.ts'
import { formatNames } from '../series-list.tsx'
import { formatWarnings } from '../plan-warnings.tsx'
import { undoChanging } from '../undo-sessions.ts'
import type { BulkDialogProps } from './bulk-actions.ts'
import { BulkRows, type RowOutcome, StayCount } from './bulk-rows.tsx'

/** Gives the selected sessions another mentor or place. Sessions with clients in the way stay. */
export function ChangeDialog({ what, schedules, onClose, onDone }: BulkDialogProps & { what: 'mentor' | 'place' }) {
  const options = useQuery(queryOptionsOf('GET /api/schedules/{id}/edit', { params: { id: schedules[0]?.id ?? '' } })).data
  const leaving = distinctById(schedules.flatMap(({ mentors }) => mentors)).toSorted((a, b) => a.name.localeCompare(b.name))
  const form = useForm({
    initial: { from: leaving.length === 1 ? (leaving[0]?.id ?? '') : '', to: '' },
    check: ({ from, to }) => ({
      from: what === 'mentor' && !from ? t('bulk.chooseOne') : undefined,
      to: to ? undefined : t('bulk.chooseOne'),
    }),
    submit: async () => {
      if (!change) return
      const ids = new Set(fine.map(({ id }) => id))
      const sessions = concerned.filter(({ id }) => ids.has(id)).map(({ id, revision }) => ({ id, revision }))
      try {
        const { changed, undo } = await call('POST /api/schedules/change', { body: { ...change, sessions } })
        toastWithUndo(t('bulk.changed', { count: changed }), () => undoChanging(undo))
        onDone()
      } catch (error) {
        await preview.refetch()
        throw error
      }
    },
  })
  const { from, to } = form.values
  const change = what === 'place' ? to && { place_id: to } : from && to && { mentor: { from, to } }
  /** What the change does not touch is not asked about. */
  const untouched = ({ place, mentors }: Schedule): string | undefined => {
    if (what === 'place') return place.id === to ? t('bulk.atPlace') : undefined
    return from && !mentors.some(({ id }) => id === from) ? t('bulk.otherMentor') : undefined
  }
  const concerned = schedules.filter(schedule => untouched(schedule) === undefined)
  const sessions = concerned.map(({ id, revision }) => ({ id, revision }))
  const preview = useBatchPreview('POST /api/schedules/change/preview', change && sessions.length > 0 ? { ...change, sessions } : null)
  const rows = preview.data?.sessions ?? []
  const fine = rows.filter(({ problem }) => problem === null)
  const offered = (what === 'place' ? options?.places : options?.mentors) ?? []
  return (
    <Dialog title={t(`bulk.${what}Title`)} onClose={onClose}>
      <FormFrame form={form} submit={fine.length > 0 ? t('series.change', { count: fine.length }) : undefined} cancel={onClose} takesFocus>
        {what === 'mentor' && (
          <SelectField
            label={t('bulk.mentorFrom')}
            placeholder={t('bulk.choose')}
            options={namedOptions(leaving)}
            {...form.field('from')}
          />
        )}
        <SelectField
          label={t(`bulk.${what}To`)}
          placeholder={t('bulk.choose')}
          options={namedOptions(offered.filter(({ id }) => what === 'place' || id !== from))}
          {...form.field('to')}
        />
        <BulkRows
          schedules={schedules}
          outcomeOf={schedule => {
            const reason = change ? untouched(schedule) : undefined
            if (reason) return { blocked: reason }
            const row = rows.find(({ id }) => id === schedule.id)
            return row && outcomeOf(row, schedule)
          }}
        />
        {preview.data && <StayCount count={schedules.length - fine.length} />}
        <div role="status">
          {preview.data && fine.length > 0 && (
            <Notice kind="info">
              <p>{t('bulk.changeTells')}</p>
            </Notice>
          )}
          <PreviewError error={preview.error} />
        </div>
      </FormFrame>
    </Dialog>
  )
}

function outcomeOf(session: ChangedSession, schedule: Schedule): RowOutcome {
  const { problem, clashes, booked, starts_at } = session
  if (!problem) {
    // In another zone the same clock time is another instant.
    const notes = [...(starts_at === schedule.starts_at ? [] : [t('bulk.keepsClock')]), ...formatWarnings(session)]
    return notes.length === 0 ? {} : { happens: notes.join(' · ') }
  }
  const sentences = clashes.map(clash => (clash.reason === 'itself' ? t('bulk.itself', { name: clash.mentor.name }) : formatClash(clash)))
  if (booked.length === 0) return { blocked: [...new Set(sentences)].join(' · ') || problem.message }
  return { blocked: t('bulk.hasBookings', { count: booked.length, names: formatNames(booked) }), reassigns: can('Appointment Edit') }
}
