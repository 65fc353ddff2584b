import type { Schedule } from '#contract/schedules.ts'
import { useState } from 'react'
import { t } from '../../../lib/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toastWithUndo } from '../../../ui/toast-with-undo.ts'
import { useApiMutation } from '../../../ui/use-api-mutation.ts'
import { type BulkDialogProps, isOpen } from './bulk-actions.ts'
import { undoPublishing } from '../undo-sessions.ts'
import { BulkRows, StayCount } from './bulk-rows.tsx'

/** Publishes the drafts among the selected sessions: each that can be, and why the others stay. */
export function PublishDialog({ schedules, onClose, onDone }: BulkDialogProps) {
  const [skipped, setSkipped] = useState<ReadonlyMap<string, string>>()
  const { isPending, mutate } = useApiMutation('POST /api/schedules/publish', {
    onSuccess: ({ published, skipped: left, undo }) => {
      if (undo) toastWithUndo(t('scheduleCreate.done', { count: published.length }), () => undoPublishing(undo))
      if (left.length === 0) onDone()
      else setSkipped(new Map(left.map(({ id, message }) => [id, message])))
    },
  })
  const reasonOf = (schedule: Schedule): string | undefined => {
    if (!isOpen(schedule)) return t('series.problem.bad_transition')
    return schedule.status === 'draft' ? skipped?.get(schedule.id) : t('bulk.published')
  }
  const drafts = schedules.filter(schedule => reasonOf(schedule) === undefined)
  return (
    <Dialog
      title={t('bulk.publishTitle')}
      onClose={skipped ? onDone : onClose}
      actions={
        <>
          {!skipped && (
            <Button
              kind="primary"
              busy={isPending}
              disabled={drafts.length === 0}
              onClick={() => mutate({ body: { schedules: drafts.map(({ id, revision }) => ({ id, revision })) } })}
            >
              {t('scheduleCreate.publish', { count: drafts.length })}
            </Button>
          )}
          <Button onClick={skipped ? onDone : onClose}>{skipped ? t('ui.close') : t('ui.goBack')}</Button>
        </>
      }
    >
      {skipped ? (
        <Notice kind="warning" alert>
          <p>{t('bulk.publishSkipped', { count: skipped.size })}</p>
        </Notice>
      ) : (
        drafts.length > 0 && (
          <Notice kind="info">
            <p>{t('bulk.publishTells')}</p>
          </Notice>
        )
      )}
      <BulkRows
        schedules={schedules}
        outcomeOf={schedule => {
          const blocked = reasonOf(schedule)
          return blocked === undefined && skipped ? { happens: t('bulk.nowPublished') } : { blocked }
        }}
      />
      <StayCount count={schedules.length - drafts.length} />
    </Dialog>
  )
}
