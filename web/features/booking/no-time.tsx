import type { LocalDate } from '#domain/time/local-date.ts'
import { t } from '../../lib/messages.ts'
import { useSite } from '../../lib/site.ts'
import { sayDate, sayMoment } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { choose, type Choice } from './choice.ts'
import { ContactLine } from './contact-line.tsx'
import { dayOf } from './free-days.ts'
import type { SearchAnswer } from './live-seats.ts'
import styles from './steps.module.css'
import { todayHere } from './today.ts'
import type { ChangeChoice } from './use-choice.ts'

interface NoTimeProps {
  answer: SearchAnswer
  date: LocalDate
  choice: Choice
  change: ChangeChoice
}

/** The chosen day has nothing free (a shared link, or all went): why, and what to do now. */
export function NoTime({ answer, date, choice, change }: NoTimeProps) {
  const contact = useSite()?.contact
  const why = dayOf(answer.days, date, todayHere()).why ?? 'full'
  const opens = answer.schedules?.find(schedule => schedule.booking_opens_at)
  const filtered = choice.mentor !== undefined || choice.place !== undefined
  return (
    <div className={styles.noDay} role="status">
      <p>
        {why === 'not_open_yet' && opens?.booking_opens_at
          ? t('booking.whyDay.not_open_yet_until', { date: sayDate(date), opens: sayMoment(opens.booking_opens_at, opens.time_zone) })
          : t(`booking.whyDay.${why}`, { date: sayDate(date) })}{' '}
        {why === 'notice' && <ContactLine contact={contact} />}
      </p>
      <div className={styles.actions}>
        {why === 'full' && !choice.move && (
          <Button kind="primary" onClick={() => change(choose.wait(date, date))}>
            {t('booking.wait')}
          </Button>
        )}
        {filtered && <Button onClick={() => change(choose.anything(), { replace: true })}>{t('booking.anything')}</Button>}
        <Button onClick={() => change(choose.date(undefined), { replace: true })}>{t('booking.times.otherDay')}</Button>
      </div>
    </div>
  )
}
