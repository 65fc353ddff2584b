import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useResults } from '../../features/reassigning/kept-results.ts'
import { NothingToReassign } from '../../features/reassigning/nothing-to-reassign.tsx'
import { Reassign } from '../../features/reassigning/reassign.tsx'
import { Results } from '../../features/reassigning/results.tsx'
import { readSubject } from '../../features/reassigning/subject.ts'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import NotFoundPage from '../not-found.tsx'

/** New times, mentors or a cancellation for an absent mentor's appointments, reviewed before they are made. */
export default function ReassignPage() {
  const [params] = useSearchParams<'reassign'>()
  const of = readSubject(params)
  const results = useResults(of)
  // The subject about which the rest is decided, after a result.
  const [resumed, setResumed] = useState<string>()
  const subject = JSON.stringify(of)
  // Read once per visit, so that it does not change during the decision; again if the server says that it is
  // outdated.
  const query = useQuery({
    ...queryOptionsOf('GET /api/reassigning', { query: of ?? {} }),
    enabled: of !== null,
    staleTime: Infinity,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  if (!of) {
    return (
      <Page title={t('reassign.title')} lead={t('reassign.lead')}>
        <NothingToReassign />
      </Page>
    )
  }
  if (results.length > 0 && resumed !== subject) {
    const isCurrent = query.isSuccess && !query.isFetching
    return (
      <Page title={t('reassign.title')}>
        <Results results={results} open={isCurrent ? query.data.appointments.length : 0} onResume={() => setResumed(subject)} />
      </Page>
    )
  }
  if (isRefusal(query.error, 'not_found') || isRefusal(query.error, 'invalid')) return <NotFoundPage />
  return (
    <Page title={t('reassign.title')} lead={t('reassign.lead')}>
      <Loaded query={query} skeleton={<ListSkeleton rows={4} />}>
        {read => <Reassign of={of} read={read} current={!query.isPlaceholderData} onDecided={() => setResumed(undefined)} />}
      </Loaded>
    </Page>
  )
}
