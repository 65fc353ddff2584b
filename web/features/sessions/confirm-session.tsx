import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import { ConfirmForm } from './confirm-form.tsx'
import { provideConfirmation } from './recent-sign-in.ts'
import styles from './sessions.module.css'

/** The dialog of `withRecentSignIn`. A page with changes of sign-in methods renders it once. */
export function ConfirmSession() {
  const [asked, setAsked] = useState<{ settle: (confirmed: boolean) => void }>()
  const form = useRef<HTMLDivElement>(null)
  // After the dialog has opened, which takes the focus from a form that is there at once.
  useEffect(() => {
    if (asked) form.current?.querySelector('input')?.focus()
  }, [asked])
  useEffect(() => provideConfirmation(() => new Promise(settle => setAsked({ settle }))), [])
  const close = (confirmed: boolean) => {
    asked?.settle(confirmed)
    setAsked(undefined)
  }
  if (!asked) return null
  return (
    <Dialog title={t('confirmSession.title')} onClose={() => close(false)}>
      <div ref={form} className={styles.proof}>
        <Ways onDone={() => close(true)} />
      </div>
    </Dialog>
  )
}

function Ways({ onDone }: { onDone: () => void }) {
  const query = useQuery(queryOptionsOf('GET /api/my-profile/sign-in-methods'))
  return (
    <Loaded query={query} skeleton={<ListSkeleton rows={1} />}>
      {({ confirm_with }) => <ConfirmForm ways={confirm_with} onDone={onDone} />}
    </Loaded>
  )
}
