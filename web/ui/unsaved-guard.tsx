import { useBlocker } from '@tanstack/react-router'
import { t } from '../lib/messages.ts'
import { ConfirmDialog } from './dialog.tsx'

interface UnsavedGuardProps {
  isDirty: () => boolean
  /** Query parameter that shows the form: its change also leaves the form. */
  param?: string
}

/** Asks before navigation discards unsaved input: `<UnsavedGuard isDirty={form.isDirty} />`. */
export function UnsavedGuard({ isDirty, param = '' }: UnsavedGuardProps) {
  const at = (search: unknown) => (search as Record<string, unknown>)[param]
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => (current.pathname !== next.pathname || at(current.search) !== at(next.search)) && isDirty(),
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <ConfirmDialog
      title={t('ui.unsavedTitle')}
      confirm={t('ui.unsavedLeave')}
      dismiss={t('ui.unsavedStay')}
      danger
      onConfirm={blocker.proceed}
      onClose={blocker.reset}
    >
      <p>{t('ui.unsavedText')}</p>
    </ConfirmDialog>
  )
}
