import type { ReactNode } from 'react'
import { t } from '../../../lib/messages.ts'
import { paths } from '../../../lib/paths.ts'
import type { Refusal } from '../../../lib/refusal.ts'
import { useSite } from '../../../lib/site.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { UnlessBooked } from './own-time.tsx'
import { chooseAlternative, NearestTimes } from './nearest-times.tsx'
import type { Choice, ChangeChoice } from '../choice.ts'
import { ContactLine } from '../contact-line.tsx'
import styles from './booking-problem.module.css'
import { confirmAgain } from '../../sessions/join-state.ts'
import type { Chosen } from '../use-chosen.ts'
import { useNearestTimes } from './use-nearest-times.ts'

interface BookingProblemProps {
  refusal: Refusal
  choice: Choice
  onTime: (to: Parameters<ChangeChoice>[0]) => void
  onOther: () => void
}

/** Explains a refused booking and the next steps. */
export function BookingProblem({ refusal, choice, onTime, onOther }: BookingProblemProps) {
  const site = useSite()
  const contact = <ContactLine contact={site?.contact} />
  const other = <Button onClick={onOther}>{t('booking.problem.allTimes')}</Button>
  const mine = <ButtonLink to={paths.myProfile()}>{t('booking.problem.mine')}</ButtonLink>
  const retry = <Button type="submit">{t('ui.retry')}</Button>
  const nearest = refusal.problem.nearest ?? []

  switch (refusal.code) {
    case 'slot_taken':
      return (
        <ProblemNotice title={refusal.message} actions={other}>
          <p>{t(nearest.length > 0 ? 'booking.problem.taken' : 'booking.problem.takenNone')}</p>
          <NearestTimes times={nearest} onChoose={time => onTime(chooseAlternative(choice, time))} />
        </ProblemNotice>
      )
    case 'client_busy':
      return (
        <UnlessBooked choice={choice}>
          <ProblemNotice title={t('booking.problem.busyTitle')} text={t('booking.problem.busy')} actions={[other, mine]} />
        </UnlessBooked>
      )
    case 'too_many_open':
      return (
        <ProblemNotice title={refusal.message} actions={mine}>
          <p>
            {t('booking.problem.open', { count: site?.policies.max_open ?? 1 })} {contact}
          </p>
        </ProblemNotice>
      )
    case 'missed_too_many':
      return (
        <ProblemNotice title={t('booking.problem.missedTitle')}>
          <p>
            {refusal.message} {contact}
          </p>
        </ProblemNotice>
      )
    case 'ticket_expired':
    case 'already_registered':
      return (
        <ProblemNotice
          title={refusal.message}
          text={t('booking.problem.other')}
          actions={<Button onClick={confirmAgain}>{t('booking.problem.newCode')}</Button>}
        />
      )
    case 'price_changed':
      return <ProblemNotice title={refusal.message} text={t('booking.problem.other')} />
    case 'contracts_required':
      return <ProblemNotice title={t('booking.problem.contractsTitle')} text={t('booking.problem.contracts')} />
    case 'not_bookable':
    case 'not_found':
    case 'too_late':
    case 'bad_transition':
      return (
        <ProblemNotice title={refusal.message} actions={other}>
          <p>
            {t('booking.problem.notBookable')} {contact}
          </p>
        </ProblemNotice>
      )
    case 'stale':
      return <ProblemNotice title={refusal.message} text={t('booking.problem.stale')} actions={retry} />
    case 'offline':
      return (
        <ProblemNotice
          title={t('booking.problem.offlineTitle')}
          text={t(choice.move ? 'booking.problem.offlineMove' : 'booking.problem.offline')}
          actions={retry}
        />
      )
    default:
      return <ProblemNotice title={refusal.message} text={t('booking.problem.other')} actions={retry} />
  }
}

interface ProblemNoticeProps {
  title: string
  text?: string
  actions?: ReactNode
  children?: ReactNode
}

const ProblemNotice = ({ title, text, actions, children }: ProblemNoticeProps) => (
  <Notice kind="warning" alert>
    <strong>{title}</strong>
    {text && <p>{text}</p>}
    {children}
    {actions && <div className={styles.actions}>{actions}</div>}
  </Notice>
)

interface TimeUnavailableProps {
  chosen: Chosen
  choice: Choice
  onTime: (to: Parameters<ChangeChoice>[0]) => void
  onOther: () => void
}

/** Shown when the chosen time was taken before booking, with the nearest free times. */
export function TimeUnavailable({ chosen, choice, onTime, onOther }: TimeUnavailableProps) {
  const { time } = chosen
  const { nearest, isPending } = useNearestTimes(choice, chosen)
  return (
    <Notice kind="warning" alert>
      <strong>{t(time ? 'booking.problem.goneTitle' : 'booking.problem.loadTime')}</strong>
      {time && !isPending && <p>{t(nearest.length > 0 ? 'booking.problem.taken' : 'booking.problem.takenNone')}</p>}
      <NearestTimes times={nearest} onChoose={other => onTime(chooseAlternative(choice, other))} />
      <div>
        <Button small onClick={onOther}>
          {t('booking.problem.allTimes')}
        </Button>
      </div>
    </Notice>
  )
}
