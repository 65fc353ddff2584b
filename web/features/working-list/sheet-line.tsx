import { t } from '../../lib/messages.ts'
import { useSite } from '../../lib/site.ts'
import { formatDateTime, visitorZone } from '../../lib/time.ts'
import styles from './day-sheet.module.css'

/** The line under a sheet's heading: whose it is and when it was printed. `now`: epoch in ms. */
export function SheetLine({ now, children }: { now: number; children?: string }) {
  const site = useSite()
  return (
    <p className={styles.line}>
      {site && <strong>{site.site_name}</strong>}
      {children && <span>{children}</span>}
      <span>{t('daySheet.printed', { when: formatDateTime(new Date(now).toISOString(), visitorZone()) })}</span>
    </p>
  )
}
