import type { ReactNode } from 'react'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import type { Refusal } from '../../lib/refusal.ts'
import { useSite } from '../../lib/site.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toAlternative } from './alternatives.ts'
import type { Choice } from './choice.ts'
import { ContactLine } from './contact-line.tsx'
import { NearestTimes } from './nearest-times.tsx'
import styles from './steps.module.css'
import type { ChangeChoice } from './use-choice.ts'

interface BookingProblemProps {
  refusal: Refusal
  choice: Choice
  onTime: (to: Parameters<ChangeChoice>[0]) => void
  onOther: () => void
}

/** Why it was not booked: what happened, what was kept, what to do now. */
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
        <Told title={t('booking.problem.takenTitle')} actions={other}>
          <p>{t(nearest.length > 0 ? 'booking.problem.taken' : 'booking.problem.takenNone')}</p>
          <NearestTimes times={nearest} onChoose={time => onTime(toAlternative(choice, time))} />
        </Told>
      )
    case 'client_busy':
      return <Told title={t('booking.problem.busyTitle')} text={t('booking.problem.busy')} actions={[other, mine]} />
    case 'too_many_open':
      return (
        <Told title={t('booking.problem.openTitle')} actions={mine}>
          <p>
            {t('booking.problem.open', { count: site?.policies.max_open ?? 1 })} {contact}
          </p>
        </Told>
      )
    case 'missed_too_many':
      return (
        <Told title={t('booking.problem.missedTitle')}>
          <p>
            {refusal.message} {contact}
          </p>
        </Told>
      )
    case 'contracts_required':
      return <Told title={t('booking.problem.contractsTitle')} text={t('booking.problem.contracts')} />
    case 'not_bookable':
    case 'not_found':
    case 'too_late':
    case 'bad_transition':
      return (
        <Told title={refusal.message} actions={other}>
          <p>
            {t('booking.problem.notBookable')} {contact}
          </p>
        </Told>
      )
    case 'stale':
      return <Told title={refusal.message} text={t('booking.problem.stale')} actions={retry} />
    case 'offline':
      return <Told title={t('booking.problem.offlineTitle')} text={t('booking.problem.offline')} actions={retry} />
    default:
      return <Told title={refusal.message} text={t('booking.problem.other')} actions={retry} />
  }
}

interface ToldProps {
  title: string
  text?: string
  actions?: ReactNode
  children?: ReactNode
}

const Told = ({ title, text, actions, children }: ToldProps) => (
  <Notice kind="warning" alert>
    <strong>{title}</strong>
    {text && <p>{text}</p>}
    {children}
    {actions && <div className={styles.actions}>{actions}</div>}
  </Notice>
)
