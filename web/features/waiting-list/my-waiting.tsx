import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { Link } from '../../ui/link.tsx'
import { EntryCard } from './entry-card.tsx'
import { useOpenEntries } from './own-entries.ts'
import styles from './waiting.module.css'

interface MyWaitingProps {
  /** Where it stands: above all else while something is on offer, otherwise below what is booked. */
  place: 'above' | 'below'
}

/** What one waits for, among one's own things; nothing where one waits for nothing. */
export function MyWaiting({ place }: MyWaitingProps) {
  const entries = useOpenEntries().data?.data ?? []
  if (entries.length === 0 || entries.some(({ offer }) => offer) !== (place === 'above')) return null
  return (
    <section className={styles.section} aria-label={t('myWaiting.heading')}>
      <div className={styles.head}>
        <h2>{t('myWaiting.heading')}</h2>
        <Link to={paths.myWaiting()}>{t('myWaiting.more')}</Link>
      </div>
      <ul className={styles.list}>
        {entries.map(entry => (
          <EntryCard key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  )
}
