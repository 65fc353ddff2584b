import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { Link } from '../../ui/link.tsx'
import { EntryCard } from './entry-card.tsx'
import { useOpenEntries } from './own-entries.ts'
import styles from './waiting.module.css'

interface MyWaitingProps {
  /** Position on the page: `above` the bookings during an offer, otherwise `below`. */
  place: 'above' | 'below'
}

/** The client's open entries. Nothing if there are none. */
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
