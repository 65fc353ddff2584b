import type { Person } from '#contract/people.ts'
import { t } from '../../lib/messages.ts'
import { Notice } from '../../ui/notice.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { TextSkeleton } from '../../ui/skeletons.tsx'
import type { BookForFormState } from './book-for-values.ts'
import { BookingLimitsNotice } from './booking-limits-notice.tsx'
import styles from './desk-booking.module.css'
import type { useClient } from './use-client.ts'
import { WhoFields } from './who-fields.tsx'

interface ClientSectionProps {
  form: BookForFormState
  client: ReturnType<typeof useClient>
  takesFocus: boolean
  onPerson: (person: Person | null) => void
}

/** Who the appointment is for, and the limits that they have reached. */
export function ClientSection({ form, client, takesFocus, onPerson }: ClientSectionProps) {
  const { person, isGone, isLoading, failed } = client
  return (
    <section className={styles.section} aria-labelledby="who">
      <h2 id="who">{t('bookFor.who')}</h2>
      {isGone && (
        <Notice kind="warning" alert>
          <p>{t('bookFor.gone')}</p>
        </Notice>
      )}
      {failed ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : isLoading && !person ? (
        <TextSkeleton lines={2} />
      ) : (
        <WhoFields {...{ form, person, onPerson, takesFocus }} />
      )}
      {client.client && <BookingLimitsNotice client={client.client} />}
    </section>
  )
}
