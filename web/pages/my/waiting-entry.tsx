import { useParams } from '@tanstack/react-router'
import { OneEntry } from '../../features/waiting-list/one-entry.tsx'
import { useOwnEntry } from '../../features/waiting-list/own-entries.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { Link } from '../../ui/link.tsx'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import NotFoundPage from '../not-found.tsx'

/** One of the user's entries in the waiting list, with its offer. */
export default function WaitingEntryPage() {
  const { entryId: id } = useParams({ from: '/my/waiting/$entryId' })
  const query = useOwnEntry(id)
  if (isRefusal(query.error, 'not_found') || isRefusal(query.error, 'invalid')) return <NotFoundPage />
  return (
    <Page
      title={t(query.data?.offer ? 'myWaiting.offerTitle' : 'myWaiting.entryTitle')}
      lead={
        <Link className="no-print" to={paths.myWaiting()}>
          {t('myWaiting.all')}
        </Link>
      }
      width="reading"
    >
      <Loaded query={query} skeleton={<ListSkeleton rows={2} height="14rem" />}>
        {entry => <OneEntry key={entry.id} entry={entry} />}
      </Loaded>
    </Page>
  )
}
