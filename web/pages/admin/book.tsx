import type { Appointment } from '#contract/appointments.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BookForForm } from '../../features/desk-booking/book-for-form.tsx'
import { BookedFor } from '../../features/desk-booking/booked-for.tsx'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import NotFoundPage from '../not-found.tsx'

/** Books for a client in any session; `user` is the client. */
export default function BookPage() {
  const [{ user }] = useSearchParams<'book'>()
  const [booked, setBooked] = useState<Appointment>()
  // Not from the cache: the form begins with this answer.
  const query = useQuery({ ...queryOptionsOf('GET /api/appointments/create', { query: user ? { user_id: user } : {} }), gcTime: 0 })
  if (isRefusal(query.error, 'not_found') || isRefusal(query.error, 'invalid')) return <NotFoundPage />
  return (
    <Page title={t('appointmentCreate.title')} width="reading">
      {booked ? (
        <BookedFor appointment={booked} onAnother={() => setBooked(undefined)} />
      ) : (
        <Loaded query={query} skeleton={<ListSkeleton rows={4} height="6rem" />}>
          {opened => <BookForForm key={user} opened={opened} onBooked={setBooked} />}
        </Loaded>
      )}
    </Page>
  )
}
