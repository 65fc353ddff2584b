import { useBlocker } from '@tanstack/react-router'
import { t } from '../lib/messages.ts'
import { ConfirmDialog } from './dialog.tsx'

/** Asks before a change of page would lose what was typed: `<UnsavedGuard isDirty={form.isDirty} />`. */
export function UnsavedGuard({ isDirty }: { isDirty: () => boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isDirty(),
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
