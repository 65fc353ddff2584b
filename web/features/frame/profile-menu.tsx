import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { logout } from '../../lib/logout.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { formatPhone } from '../../lib/phone.ts'
import type { Session } from '../../lib/session.ts'
import { PrivateAvatar } from '../../ui/private-avatar.tsx'
import { Link } from '../../ui/link.tsx'
import styles from './profile-menu.module.css'

/** Who is logged in, and where that person can go (specification §2, profile menu). */
export function ProfileMenu({ session: { user, isAdmin, isMentor } }: { session: Session }) {
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const navigate = useNavigate()
  const path = useRouterState({ select: state => state.location.pathname })
  // Open on one page only: a change of route closes it.
  const [openAt, setOpenAt] = useState<string>()
  const open = openAt === path
  const id = useId()
  const name = user.name || t('profile.defaultName')

  useEffect(() => {
    if (!open) return
    const outside = (event: Event) => {
      if (!place.current?.contains(event.target as Node)) setOpenAt(undefined)
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpenAt(undefined)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('focusin', outside)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('focusin', outside)
      document.removeEventListener('keydown', escape)
    }
  }, [open])

  const entries = [
    { to: paths.my(), label: t('profile.appointments') },
    ...(isAdmin ? [{ to: paths.admin(), label: t('profile.admin') }] : []),
    ...(isMentor ? [{ to: paths.mentor(), label: t('profile.mentor') }] : []),
    { to: paths.booking(), label: t('profile.home') },
  ]

  return (
    <div ref={place} className={styles.place}>
      <button
        ref={button}
        type="button"
        className={styles.opener}
        aria-expanded={open}
        aria-controls={id}
        aria-label={t('profile.menu', { name })}
        onClick={() => setOpenAt(open ? undefined : path)}
      >
        <PrivateAvatar name={name} photo={user.photo} />
      </button>
      <div id={id} className={styles.sheet} hidden={!open}>
        <div className={styles.who}>
          <strong>{name}</strong>
          {user.phone && <span className="soft small tabular">{formatPhone(user.phone)}</span>}
        </div>
        <ul>
          {entries.map(entry => (
            <li key={entry.to}>
              <Link to={entry.to} className={styles.entry} onClick={() => setOpenAt(undefined)}>
                {entry.label}
              </Link>
            </li>
          ))}
          <li>
            <button type="button" className={styles.entry} onClick={() => void logout(() => void navigate({ href: paths.booking() }))}>
              {t('profile.logout')}
            </button>
          </li>
        </ul>
      </div>
    </div>
  )
}
