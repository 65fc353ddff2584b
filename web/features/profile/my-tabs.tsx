import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { Link } from '../../ui/link.tsx'
import look from '../../ui/tabs.module.css'
import styles from './my-tabs.module.css'

/** The pages of one's own area: appointments first, the rest on pages of their own. */
export function MyTabs() {
  const id = useSession()?.user.id ?? ''
  const tabs = [
    { to: paths.myProfile(), label: t('my.tabs.appointments') },
    { to: paths.myProfileEdit(id), label: t('my.tabs.profile') },
    { to: paths.mySignIn(), label: t('my.tabs.signIn') },
    { to: paths.myData(), label: t('my.data.title') },
  ]
  return (
    <nav className={`${styles.tabs} no-print`} aria-label={t('my.tabs.label')}>
      <ul>
        {tabs.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} current="exact" className={look.tab}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
