import { t } from '../../lib/messages.ts'
import { useSite } from '../../lib/site.ts'
import { formatDateTime } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import styles from './day-sheet.module.css'

interface SheetLineProps {
  /** Epoch in ms. */
  now: number
  /** Of the table. */
  columns: number
  children: string
}

/**
 * The first row of a sheet's head, which every page repeats: whose it is, what it lists and when it was printed.
 */
export function SheetLine({ now, columns, children }: SheetLineProps) {
  const site = useSite()
  return (
    <tr>
      <td colSpan={columns}>
        <p className={styles.line}>
          {site && <strong>{site.site_name}</strong>}
          <span>{children}</span>
          <span>{t('daySheet.printed', { when: formatDateTime(new Date(now).toISOString(), visitorZone()) })}</span>
        </p>
      </td>
    </tr>
  )
}
