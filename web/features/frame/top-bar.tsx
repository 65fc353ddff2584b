import type { PageAddress } from '#contract/pages.ts'
import { useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Brand } from './brand.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import styles from './top-bar.module.css'

export interface MenuEntry {
  to: PageAddress
  label: string
  current?: 'exact' | 'below'
  /** Path prefixes of further pages of this entry. */
  also?: readonly string[]
}

interface TopBarProps {
  label: string
  entries: readonly MenuEntry[]
  /** Many entries: they get their own row on a phone. */
  ownLine?: boolean
  /** Content before the user's name, such as search. */
  tools?: ReactNode
}

/** Logo, menu, and the user's name or Join. */
export function TopBar({ label, entries, ownLine, tools }: TopBarProps): ReactNode {
  const session = useSession()
  const path = useRouterState({ select: state => state.location.pathname })
  return (
    <header className={`${styles.bar} ${ownLine ? styles.ownLine : ''} no-print`}>
      <Brand />
      <nav className={styles.menu} aria-label={label}>
        <ul>
          {entries.map(entry => (
            <li key={entry.to}>
              <Link
                to={entry.to}
                current={entry.current ?? 'below'}
                aria-current={entry.also?.some(beginning => path.startsWith(beginning)) ? 'page' : undefined}
                className={styles.entry}
              >
                {entry.label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.person}>
        {tools}
        {session ? (
          <ProfileMenu session={session} />
        ) : (
          <>
            <Link to={paths.login()} className={`${styles.entry} ${styles.logIn}`}>
              {t('frame.logIn')}
            </Link>
            <ButtonLink to={paths.join()} kind="primary" small>
              {t('frame.join')}
            </ButtonLink>
          </>
        )}
      </div>
    </header>
  )
}
