import type { PageAddress } from '#contract/pages.ts'
import { t } from '../../lib/messages.ts'
import { useSite } from '../../lib/site.ts'
import { Link } from '../../ui/link.tsx'
import styles from './brand.module.css'

/** Logo and the organisation's name, linked to the area's first page. */
export function Brand({ to }: { to: PageAddress }) {
  const name = useSite()?.site_name ?? ''
  return (
    <Link to={to} className={styles.brand} aria-label={t('frame.home', { site: name })}>
      <svg viewBox="0 0 32 32" width="34" height="34" aria-hidden="true" data-logo="">
        <rect width="32" height="32" rx="9" className={styles.tile} />
        <path d="M23.4 11.2A9 9 0 1 1 16 7M16 11.5V16l3.4 2.2" className={styles.hands} />
        <circle cx="21.2" cy="8.2" r="1.9" className={styles.spark} />
      </svg>
      <span className={styles.name}>{name}</span>
    </Link>
  )
}
