import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useRef } from 'react'
import { logout } from '../../lib/logout.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { formatPhone } from '../../lib/phone.ts'
import type { Session } from '../../lib/session.ts'
import { Link } from '../../ui/link.tsx'
import { PrivateAvatar } from '../../ui/private-avatar.tsx'
import styles from './profile-menu.module.css'

/** The login whose menu is open. It stays open when another area's frame replaces this one. */
let openFor: string | undefined

/**
 * The user's name and links. A popover: the browser opens it, closes it
 * on Escape or an outside click, and returns the focus. Its entries are links, so it is a disclosure and
 * not an ARIA menu.
 */
export default function ProfileMenu({ session: { token, user, isAdmin, isMentor } }: { session: Session }) {
  const popover = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const opener = useRef<HTMLButtonElement>(null)
  const id = useId()
  const name = user.name || t('profile.defaultName')
  const close = () => popover.current?.hidePopover()
  useEffect(() => {
    if (openFor !== token || popover.current?.matches(':popover-open')) return
    popover.current?.showPopover()
    if (document.activeElement === document.body) opener.current?.focus()
  }, [token])
  const entries = [
    { to: paths.my(), label: t('profile.appointments') },
    ...(isAdmin ? [{ to: paths.admin(), label: t('profile.admin') }] : []),
    ...(isMentor ? [{ to: paths.mentor(), label: t('profile.mentor') }] : []),
    { to: paths.booking(), label: t('profile.home') },
  ]

  return (
    <div
      className={styles.menu}
      onBlur={({ currentTarget, relatedTarget }) => relatedTarget && !currentTarget.contains(relatedTarget) && close()}
    >
      <button ref={opener} type="button" className={styles.opener} popoverTarget={id} aria-label={t('profile.menu', { name })}>
        <PrivateAvatar name={name} photo={user.photo} />
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        className={styles.popover}
        onBeforeToggle={({ newState }) => (openFor = newState === 'open' ? token : undefined)}
      >
        <div className={styles.user}>
          <strong>{name}</strong>
          {user.phone && <span className="soft small tabular">{formatPhone(user.phone)}</span>}
        </div>
        <ul>
          {entries.map(entry => (
            <li key={entry.to}>
              <Link to={entry.to} className={styles.entry} onClick={close}>
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
