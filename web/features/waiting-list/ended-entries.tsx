import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Link } from '../../ui/link.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import { EntryState } from './entry-state.tsx'
import { useEndedEntries } from './own-entries.ts'
import { formatDays } from './format-entry.ts'
import styles from './waiting.module.css'

/** The client's ended entries, newest first. Nothing if there are none. */
export function EndedEntries() {
  const [{ page }] = useSearchParams<'myWaiting'>()
  const ended = useEndedEntries(Math.max(1, Number(page) || 1)).data
  if (!ended || ended.meta.total === 0) return null
  return (
    <section className={styles.section} aria-label={t('myWaiting.ended')}>
      <h2>{t('myWaiting.ended')}</h2>
      <ul className={styles.ended}>
        {ended.data.map(entry => (
          <li key={entry.id}>
            <span className={styles.lines}>
              <Link to={paths.myWaitingEntry(entry.id)}>{formatDays(entry)}</Link>
              <SupportTypeMark name={entry.support_type.name} colour={entry.support_type.colour} />
            </span>
            <EntryState state={entry.state} />
          </li>
        ))}
      </ul>
      <Pager meta={ended.meta} />
    </section>
  )
}
