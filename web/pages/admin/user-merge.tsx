import { wholeRecordAbilities } from '#contract/whole-record.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { MergePreview } from '../../features/users/merge-preview.tsx'
import { OtherRecord } from '../../features/users/other-record.tsx'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { missingAbilities } from '../../lib/missing-abilities.ts'
import { useSession } from '../../lib/session.ts'
import { Link } from '../../ui/link.tsx'
import { NeedsAbility } from '../../ui/needs-ability.tsx'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import NotFoundPage from '../not-found.tsx'

/** Merging two records of one person, with a preview. */
export default function UserMergePage() {
  useSession()
  const { userId: id } = useParams({ from: '/admin/users/$userId/merge' })
  const [{ other }] = useSearchParams<'userMerge'>()
  const [missing] = missingAbilities(wholeRecordAbilities.merge)
  const allowed = missing === undefined
  const query = useQuery({
    ...queryOptionsOf('GET /api/users/{id}/merge', { params: { id }, query: { other_id: other ?? '' } }),
    enabled: allowed && other !== undefined,
  })
  const user = useQuery({ ...queryOptionsOf('GET /api/users/{id}', { params: { id } }), enabled: allowed })
  const lost = [query.error, user.error].some(error => isRefusal(error, 'not_found') || isRefusal(error, 'invalid'))
  if (lost) return <NotFoundPage />
  return (
    <Page
      title={t('merge.title')}
      lead={
        <Link className="no-print" to={paths.user(id)}>
          {t('merge.back')}
        </Link>
      }
    >
      <NeedsAbility ability={missing ?? 'User Merge'}>
        {other === undefined ? (
          <Loaded query={user}>{found => <OtherRecord user={found} />}</Loaded>
        ) : (
          <Loaded query={query} skeleton={<ListSkeleton rows={3} height="10rem" />}>
            {preview => <MergePreview key={`${id}-${other}`} preview={preview} onStale={() => void query.refetch()} />}
          </Loaded>
        )}
      </NeedsAbility>
    </Page>
  )
}
