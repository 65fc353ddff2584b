import type { PageAddress } from '#contract/pages.ts'
import type { Login } from '#contract/people.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { homeOf } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { useSite } from '../../lib/site.ts'
import { Page } from '../../ui/page.tsx'
import { AlreadySignedIn } from './already-signed-in.tsx'
import { Reassurance } from './reassurance.tsx'
import styles from './session-page.module.css'
import { SignIn } from './sign-in.tsx'

interface SessionPageProps {
  title: string
  lead: string
  startWith?: 'code' | 'password'
  /** The path to return to. */
  back?: PageAddress | null
}

/**
 * /join, /confirm, /registration and /login: the same steps with different first steps. Afterwards the
 * user returns to the path they came from, or to their home page.
 */
export function SessionPage({ title, lead, startWith, back = null }: SessionPageProps) {
  const session = useSession()
  const site = useSite()
  const navigate = useNavigate()
  const [leaving, setLeaving] = useState(false)
  const leave = (login: Login) => {
    setLeaving(true)
    void navigate({ href: back ?? homeOf(login.access), replace: true })
  }
  // The other introductions are about the code.
  const { phone = true, email = false } = site?.sign_in ?? {}
  const leads = !session && (startWith === 'password' || phone || email)
  if (leaving) return <Page title={title} />
  return (
    <Page title={title} lead={leads ? lead : undefined}>
      <div className={styles.split}>
        <div className={styles.form}>
          {session ? <AlreadySignedIn session={session} back={back} /> : <SignIn startWith={startWith} onDone={leave} />}
        </div>
        {!session && <Reassurance returning={startWith === 'password'} />}
      </div>
    </Page>
  )
}
