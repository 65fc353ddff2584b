import type { PageAddress } from '#contract/pages.ts'
import { Suspense, type ReactNode } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { useLoginBack } from '../../lib/turned-away.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Brand } from './brand.tsx'
import styles from './top-bar.module.css'

// Visitors have no profile.
const ProfileMenu = lazyPart(() => import('./profile-menu.tsx'))

/** A link in the upper bar. `current`: whether it is marked on its page alone, or on pages below it too. */
export interface MenuEntry {
  to: PageAddress
  label: string
  current?: 'exact' | 'below'
  /** Replaces `current`: the shown page is this one, or below it. */
  isCurrent?: 'page' | 'true' | false
  /** Left out where the bar is narrow. */
  wideOnly?: boolean
}

interface TopBarProps {
  label: string
  entries: readonly MenuEntry[]
  /** Where the logo leads; the booking page unless given. */
  home?: PageAddress
  /** Content after the entries. With it, they get their own row where the bar is narrow. */
  more?: ReactNode
  /** Content before the user's name, such as search. */
  tools?: ReactNode
}

/** Logo, menu, and the user's name or Join. */
export function TopBar({ label, entries, home, more, tools }: TopBarProps): ReactNode {
  const session = useSession()
  const loginBack = useLoginBack()
  return (
    <header className={`${styles.room} no-print`}>
      <div className={`${styles.bar} ${more ? styles.ownLine : ''}`}>
        <Brand to={home ?? paths.booking()} />
        <nav className={styles.menu} aria-label={label}>
          <ul>
            {entries.map(({ to, label: text, current = 'below', isCurrent, wideOnly }) => (
              <li key={to} className={wideOnly ? styles.wideOnly : undefined}>
                <Link
                  to={to}
                  {...(isCurrent === undefined ? { current } : isCurrent && { 'aria-current': isCurrent })}
                  className={styles.entry}
                >
                  {text}
                </Link>
              </li>
            ))}
          </ul>
          {more}
        </nav>
        <div className={styles.person}>
          {tools}
          {session ? (
            <Suspense fallback={<span className={styles.portrait} />}>
              <ProfileMenu session={session} />
            </Suspense>
          ) : (
            <>
              <Link to={loginBack ?? paths.login()} className={`${styles.entry} ${styles.logIn}`}>
                {t('frame.logIn')}
              </Link>
              <ButtonLink to={paths.join()} kind="primary" small>
                {t('frame.join')}
              </ButtonLink>
            </>
          )}
        </div>
      </div>
    </header>
  )
}
