import { EndedEntries } from '../../features/waiting-list/ended-entries.tsx'
import { EntryCard } from '../../features/waiting-list/entry-card.tsx'
import { useOpenEntries } from '../../features/waiting-list/own-entries.ts'
import styles from '../../features/waiting-list/waiting.module.css'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'

/** The user's entries in the waiting list. */
export default function MyWaitingPage() {
  const query = useOpenEntries()
  return (
    <Page
      title={t('myWaiting.title')}
      lead={
        <Link className="no-print" to={paths.myProfile()}>
          {t('myWaiting.back')}
        </Link>
      }
      width="reading"
    >
      <Loaded query={query} skeleton={<ListSkeleton rows={2} height="10rem" />}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState
              title={t('myWaiting.none')}
              action={
                <ButtonLink to={paths.booking()} kind="primary">
                  {t('myWaiting.book')}
                </ButtonLink>
              }
            >
              <p>{t('myWaiting.noneText')}</p>
            </EmptyState>
          ) : (
            <section aria-label={t('myWaiting.heading')}>
              <h2 className="visually-hidden">{t('myWaiting.heading')}</h2>
              <ul className={styles.list}>
                {data.map(entry => (
                  <EntryCard key={entry.id} entry={entry} />
                ))}
              </ul>
            </section>
          )
        }
      </Loaded>
      <EndedEntries />
    </Page>
  )
}
