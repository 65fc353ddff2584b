import type { WaitingEntry } from '#contract/waiting-list.ts'
import { isOpenEntry } from '#domain/waiting/entry-state.ts'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { formatDay } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import { useContractsToAccept } from '../booking/required-contracts.ts'
import { EntryState } from './entry-state.tsx'
import { OfferDeadline } from './offer-deadline.tsx'
import { LeaveButton } from './leave-button.tsx'
import { OfferForm } from './offer-form.tsx'
import { formatPosition, formatDays, formatPreferences } from './format-entry.ts'
import { PassedOver } from './passed-over.tsx'
import { seenOffer } from './seen-offer.ts'
import styles from './waiting.module.css'

const keyOf = (offer: NonNullable<WaitingEntry['offer']>) => Object.values(seenOffer(offer)).join(' ')

/** The client's entry: the offer with accept and decline, the position, or the outcome. */
export function OneEntry({ entry }: { entry: WaitingEntry }) {
  const [seen, setSeen] = useState(entry.offer)
  if (entry.offer && !seen) setSeen(entry.offer)
  return (
    <div className={styles.stack}>
      {seen && entry.state === 'waiting' && (
        <Notice kind="info" alert>
          <p>{t('myWaiting.offerEnded')}</p>
        </Notice>
      )}
      {seen && entry.offer && keyOf(seen) !== keyOf(entry.offer) && (
        <Notice kind="info" alert key={keyOf(entry.offer)}>
          <p>{t('myWaiting.offerReplaced')}</p>
        </Notice>
      )}
      {entry.offer && <Offer entry={entry} offer={entry.offer} />}
      <Card edge={entry.support_type.colour}>
        <div className={styles.head}>
          <SupportTypeMark name={entry.support_type.name} colour={entry.support_type.colour} />
          <EntryState state={entry.state} />
        </div>
        <div className={styles.lines}>
          <h2 className={styles.when}>{formatDays(entry)}</h2>
          <p className="soft">{formatPreferences(entry)}</p>
          {entry.ahead !== null && <p>{formatPosition(entry.ahead)}</p>}
          <PassedOver entry={entry} />
          {entry.state === 'waiting' && entry.unanswered > 0 && <p>{t('myWaiting.unanswered', { count: entry.unanswered })}</p>}
          <p className="soft small">{t('myWaiting.since', { date: formatDay(entry.created_at, visitorZone()) })}</p>
        </div>
        <NextSteps entry={entry} />
      </Card>
    </div>
  )
}

function Offer({ entry, offer }: { entry: WaitingEntry; offer: NonNullable<WaitingEntry['offer']> }) {
  const contracts = useContractsToAccept()
  return (
    <Card as="section" edge={entry.support_type.colour} label={t('myWaiting.offerTitle')}>
      <div className={styles.lines}>
        <p className={styles.offerWhen}>
          <DateTime starts={offer.starts_at} ends={offer.ends_at} zone={offer.time_zone} />
        </p>
        <p className={styles.person}>
          <Avatar name={offer.mentor.name} photo={offer.mentor.photo} size="small" />
          <bdi>{offer.mentor.name}</bdi> · <bdi>{offer.place.name}</bdi>
        </p>
      </div>
      <Notice kind="warning">
        <OfferDeadline offer={offer} />
        <p>{t('myWaiting.offerLead')}</p>
      </Notice>
      {contracts.isError && !contracts.data ? (
        <ErrorState error={contracts.error} onRetry={() => void contracts.refetch()} />
      ) : contracts.data ? (
        <OfferForm key={keyOf(offer)} entry={entry} offer={offer} contracts={contracts.data} />
      ) : (
        <TextSkeleton lines={3} />
      )}
    </Card>
  )
}

function NextSteps({ entry }: { entry: WaitingEntry }) {
  const { state } = entry
  const [wasOpen] = useState(isOpenEntry(state))
  if (!isOpenEntry(state)) return <Ended entry={entry} state={state} endedHere={wasOpen} />
  return (
    <div className={styles.actions}>
      <LeaveButton entry={entry} />
    </div>
  )
}

interface EndedProps {
  entry: WaitingEntry
  state: Exclude<WaitingEntry['state'], 'waiting' | 'offered'>
  /** It ended while it was shown, so that the focus went with the button. */
  endedHere: boolean
}

function Ended({ entry: { appointment_id, support_type }, state, endedHere }: EndedProps) {
  const outcome = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (endedHere && document.activeElement === document.body) outcome.current?.focus()
  }, [endedHere])
  return (
    <>
      <p ref={outcome} tabIndex={-1}>
        {t(`myWaiting.endedText.${state}`)}
      </p>
      <div className={styles.actions}>
        {appointment_id ? (
          <ButtonLink to={paths.myAppointment(appointment_id)} kind="primary">
            {t('myWaiting.appointment')}
          </ButtonLink>
        ) : (
          <ButtonLink to={paths.booking({ support_type: support_type.id })} kind="primary">
            {t('myWaiting.again')}
          </ButtonLink>
        )}
      </div>
    </>
  )
}
