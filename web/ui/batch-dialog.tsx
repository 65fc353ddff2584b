import type { Skipped } from '#contract/batch.ts'
import { type ReactNode, useState } from 'react'
import { useForm } from '../lib/form.ts'
import { t } from '../lib/messages.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextAreaField } from './fields.tsx'
import { FormFrame } from './form-frame.tsx'
import { Notice } from './notice.tsx'
import { type Outcome, OutcomeList, type OutcomeRow } from './outcome-list.tsx'
import { PreviewError } from './preview-error.tsx'

/** What each dialog of an action on several rows takes. */
export interface BatchDialogBase<Row> {
  rows: readonly Row[]
  onClose: () => void
  /** Something was done: the selection ends. */
  onDone: () => void
}

interface BatchDialogProps {
  title: string
  rows: readonly Omit<OutcomeRow, keyof Outcome>[]
  /** The server's preview by id; undefined while it is read. */
  outcomes: ReadonlyMap<string, Outcome> | undefined
  preview: { error: Error | null; refetch: () => Promise<unknown> }
  /** Label of the button for so many rows. */
  confirm: (count: number) => string
  danger?: boolean
  /** Asks for a reason, which this hint explains. */
  reasonHint?: string
  reasonOptional?: boolean
  /** Fields above the rows. */
  children?: ReactNode
  /** Sends the rows that can take part; answers with those that stayed after all. */
  send: (ids: ReadonlySet<string>, reason: string) => Promise<Skipped>
  onClose: () => void
  onDone: () => void
}

/**
 * An action on several rows: what it does to each, before anything is sent, and afterwards which ones stayed and
 * why.
 */
export function BatchDialog({
  title,
  rows,
  outcomes,
  preview,
  confirm,
  danger,
  reasonHint,
  reasonOptional = false,
  children,
  send,
  onClose,
  onDone,
}: BatchDialogProps) {
  const [skipped, setSkipped] = useState<Skipped>()
  const fine = new Set([...(outcomes ?? [])].flatMap(([id, { blocked }]) => (blocked === undefined ? [id] : [])))
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => ({
      reason: reasonHint !== undefined && !reasonOptional && !reason.trim() ? t('batch.reasonMissing') : undefined,
    }),
    submit: async ({ reason }) => {
      try {
        const stayed = await send(fine, reason.trim())
        if (stayed.length > 0) setSkipped(stayed)
        else onDone()
      } catch (error) {
        await preview.refetch()
        throw error
      }
    },
  })
  if (skipped) {
    const reasons = new Map(skipped.map(({ id, message }) => [id, message]))
    const stayed = rows.flatMap(row => (reasons.has(row.id) ? { ...row, blocked: reasons.get(row.id) } : []))
    return (
      <Dialog title={title} onClose={onDone} actions={<Button onClick={onDone}>{t('ui.close')}</Button>}>
        <Notice kind="warning" alert>
          <p>{t('batch.skipped', { count: stayed.length })}</p>
        </Notice>
        <OutcomeList label={t('batch.rows')} rows={stayed} />
      </Dialog>
    )
  }
  const staying = outcomes ? rows.length - fine.size : 0
  return (
    <Dialog title={title} onClose={onClose}>
      <FormFrame form={form} submit={fine.size > 0 ? confirm(fine.size) : undefined} danger={danger ?? false} cancel={onClose}>
        {children}
        <OutcomeList label={t('batch.rows')} rows={rows.map(row => ({ ...row, ...outcomes?.get(row.id) }))} />
        <div role="status">
          {staying > 0 && <p className="soft small">{t('batch.stay', { count: staying })}</p>}
          <PreviewError error={preview.error} />
        </div>
        {reasonHint !== undefined && fine.size > 0 && (
          <TextAreaField label={t('batch.reason')} hint={reasonHint} optional={reasonOptional} maxLength={500} {...form.field('reason')} />
        )}
      </FormFrame>
    </Dialog>
  )
}
