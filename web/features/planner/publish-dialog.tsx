import type { PlannerSession } from '#contract/planner.ts'
import type { LocalDate } from '#domain/time/local-date.ts'
import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckField } from '../../ui/fields.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { undoPublishing } from '../schedules/undo-sessions.ts'
import { dateOf } from './local-times.ts'
import { formatWhen, type Lookup } from './lookup.ts'
import styles from './planner.module.css'

interface PublishDialogProps {
  /** The drafts when the dialog opens: it takes in none that others plan or change meanwhile. */
  drafts: readonly PlannerSession[]
  lookup: Lookup
  onClose: () => void
  onShow: (ids: readonly string[], day: LocalDate) => void
}

/** Chooses among the drafts shown, and publishes them together; then says which could not be, and why. */
export function PublishDialog({ drafts: begun, lookup, onClose, onShow }: PublishDialogProps) {
  const [drafts] = useState(begun)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = drafts.filter(({ id }) => !left.has(id))
  const { isPending, mutate, data } = useApiMutation('POST /api/schedules/publish', {
    onSuccess: ({ published, skipped, undo }) => {
      const first = drafts.find(({ id }) => published.includes(id))
      if (undo) toastWithUndo(t('scheduleCreate.done', { count: published.length }), () => undoPublishing(undo))
      if (first) onShow(published, dateOf(first.starts_local))
      if (skipped.length === 0) onClose()
    },
  })
  const publish = () => mutate({ body: { schedules: chosen.map(({ id, revision }) => ({ id, revision })) } })
  const skipped = data?.skipped ?? []
  const nameOf = (session: PlannerSession) => [formatWhen(session), lookup.typeOf(session), lookup.mentorsOf(session)].join(', ')
  const toggle = (id: string) =>
    setLeft(before => (before.has(id) ? new Set([...before].filter(one => one !== id)) : new Set([...before, id])))
  return (
    <Dialog
      title={t('planner.publishTitle')}
      onClose={onClose}
      actions={
        <>
          {(data || chosen.length > 0) && (
            <Button kind="primary" busy={isPending} onClick={data ? onClose : publish}>
              {data ? t('ui.close') : t('scheduleCreate.publish', { count: chosen.length })}
            </Button>
          )}
          {!data && <Button onClick={onClose}>{t('ui.cancel')}</Button>}
        </>
      }
    >
      {skipped.length > 0 && (
        <Notice kind="warning" alert>
          {skipped.map(({ id, message }) => {
            const draft = drafts.find(one => one.id === id)
            return <p key={id}>{[draft && nameOf(draft), message].filter(Boolean).join(': ')}</p>
          })}
        </Notice>
      )}
      {!data && (
        <ul className={styles.checks}>
          {drafts.map(draft => (
            <li key={draft.id}>
              <CheckField name={draft.id} label={nameOf(draft)} value={!left.has(draft.id)} onChange={() => toggle(draft.id)} />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
