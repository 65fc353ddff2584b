import type { Login } from '#contract/people.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { homeOf } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { Page } from '../../ui/page.tsx'
import { AlreadyIn } from './already-in.tsx'
import { Reassurance } from './reassurance.tsx'
import styles from './session-page.module.css'
import { WhoYouAre } from './who-you-are.tsx'

interface SessionPageProps {
  title: string
  lead: string
  startWith?: 'code' | 'password'
}

/** /join, /confirm, /registration and /login: the same steps, begun at different doors. Afterwards everybody goes where they belong. */
export function SessionPage({ title, lead, startWith }: SessionPageProps) {
  const session = useSession()
  const navigate = useNavigate()
  const [leaving, setLeaving] = useState(false)
  const leave = (login: Login) => {
    setLeaving(true)
    void navigate({ to: homeOf(login.access), replace: true })
  }
  if (leaving) return <Page title={title} />
  return (
    <Page title={title} lead={session ? undefined : lead}>
      <div className={styles.split}>
        <div className={styles.form}>{session ? <AlreadyIn session={session} /> : <WhoYouAre startWith={startWith} onDone={leave} />}</div>
        {!session && <Reassurance />}
      </div>
    </Page>
  )
}
