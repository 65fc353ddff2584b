import { useBlocker, type ShouldBlockFn } from '@tanstack/react-router'
import { use, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { guardReload } from '../lib/choose-language.ts'
import { t } from '../lib/messages.ts'
import { DialogGuardContext } from './dialog-guard.ts'
import { ConfirmDialog } from './dialog.tsx'

interface UnsavedGuardProps {
  isDirty: () => boolean
  /** Query parameters that show the form: their change also leaves the form. */
  param?: string | readonly string[] | undefined
  /** Navigation within the page that leaves the form, where one parameter does not tell. */
  leaves?: (search: Record<string, string>, move: ShouldBlock['action']) => boolean
  /** The question, where it is not about typed input. */
  question?: Question
}

interface Question {
  title: string
  text: string
  leave: string
  stay: string
}

type ShouldBlock = Parameters<ShouldBlockFn>[0]

/**
 * Asks before navigation, or closing the dialog or part of the page around the form, discards unsaved input. `Form`
 * renders it; only a form whose fields stand outside its `Form` renders it itself.
 */
export function UnsavedGuard({ isDirty, param = [], leaves, question }: UnsavedGuardProps) {
  const [answer, setAnswer] = useState<(leaves: boolean) => void>()
  const isLeaving = useRef(false)
  const at = (search: unknown) => [param].flat().map(name => (search as Record<string, unknown>)[name])
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next, action }) =>
      (current.pathname !== next.pathname ||
        String(at(current.search)) !== String(at(next.search)) ||
        leaves?.(next.search, action) === true) &&
      isDirty(),
    enableBeforeUnload: () => isDirty() && !isLeaving.current,
    withResolver: true,
  })
  const dialog = use(DialogGuardContext)
  const [isClosing, setIsClosing] = useState(false)
  const hasStayed = useRef(false)
  const stay = () => {
    setIsClosing(false)
    // The Escape key that closes the question goes on to the dialog where the question came by Escape.
    hasStayed.current = true
    setTimeout(() => (hasStayed.current = false))
  }
  useEffect(() =>
    dialog?.guardWith(() => {
      if (!hasStayed.current) setIsClosing(isDirty())
      return isDirty()
    }),
  )
  const onReload = useEffectEvent(() => !isDirty() || new Promise<boolean>(resolve => setAnswer(() => resolve)))
  useEffect(() => guardReload(() => onReload()), [])
  const settle = (leaves: boolean) => {
    isLeaving.current = leaves
    setAnswer(undefined)
    answer?.(leaves)
  }
  const leave = () => {
    // First the question, which returns the focus into the form, then the dialog, which returns it to its opener.
    flushSync(() => setIsClosing(false))
    dialog?.close()
  }
  if (answer) return <LeaveQuestion {...question} onLeave={() => settle(true)} onStay={() => settle(false)} />
  if (isClosing) return <LeaveQuestion {...question} onLeave={leave} onStay={stay} />
  return blocker.status === 'blocked' && <LeaveQuestion {...question} onLeave={blocker.proceed} onStay={blocker.reset} />
}

const LeaveQuestion = ({
  title = t('ui.unsavedTitle'),
  text = t('ui.unsavedText'),
  leave = t('ui.unsavedLeave'),
  stay = t('ui.unsavedStay'),
  onLeave,
  onStay,
}: Partial<Question> & { onLeave: () => void; onStay: () => void }) => (
  <ConfirmDialog title={title} confirm={leave} dismiss={stay} danger onConfirm={onLeave} onClose={onStay}>
    <p>{text}</p>
  </ConfirmDialog>
)
