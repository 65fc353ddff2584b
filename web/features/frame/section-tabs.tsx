import { useRouterState } from '@tanstack/react-router'
import { useRef } from 'react'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { openStaffPages, pathOf, type StaffPage } from '../../lib/staff-pages.ts'
import { Link } from '../../ui/link.tsx'
import look from '../../ui/tabs.module.css'
import { useCurrentInView } from '../../ui/use-current-in-view.ts'
import styles from './section-tabs.module.css'

/** The pages of the shown page's section, as links above it. Nothing if there is only one. */
export function SectionTabs({ shown }: { shown: StaffPage | undefined }) {
  const strip = useRef<HTMLElement>(null)
  const pathname = useRouterState({ select: state => state.location.pathname })
  useCurrentInView(strip, shown?.to)
  const [search] = useSearchParams<'schedules'>()
  const tabs = openStaffPages().filter(({ section, form }) => section !== undefined && section === shown?.section && !form)
  if (!shown?.section || tabs.length < 2) return null
  /** The week and the list of sessions have the same filters, which stay. */
  const addressOf = ({ to, page }: StaffPage) =>
    page === 'schedules' && pathname === paths.schedules()
      ? paths.schedules({ ...search, view: to === paths.schedules() ? undefined : 'week', page: undefined })
      : to
  return (
    <nav ref={strip} className={`${styles.tabs} no-print`} aria-label={t(`menu.section.${shown.section}`)}>
      <ul>
        {tabs.map(tab => (
          <li key={tab.to}>
            <Link
              to={addressOf(tab)}
              className={look.tab}
              aria-current={tab === shown ? (pathname === pathOf(tab) ? 'page' : 'true') : undefined}
            >
              {t(tab.tab ?? tab.title)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
