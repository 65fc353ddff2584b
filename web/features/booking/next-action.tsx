import { t } from '../../lib/messages.ts'
import { formatShortDay, formatTime } from '../../lib/time.ts'
import { todayInVisitorZone } from '../../lib/today.ts'
import { Button } from '../../ui/button.tsx'
import { requestRange } from './time/calendar-days.ts'
import { choose, type Step } from './choice.ts'
import { nextFreeDay } from './time/next-free-day.ts'
import { useFreeDays, type SearchFilter } from './search.ts'
import styles from './summary.module.css'
import type { ChangeChoice } from './choice.ts'
import type { Chosen } from './use-chosen.ts'

interface NextActionProps {
  step: Step
  wanted: SearchFilter
  chosen: Chosen
  change: ChangeChoice
}

/** The next action while choosing. */
export function NextAction({ step, wanted, chosen: { time, gone }, change }: NextActionProps) {
  if (step === 'day') return <FirstFreeDay wanted={wanted} change={change} />
  if (!time) return <p className={styles.next}>{t('booking.summary.timeNext')}</p>
  if (gone) return <p className={styles.next}>{t('booking.summary.goneNext', { time: formatTime(time.startsAt, time.zone) })}</p>
  return (
    <Button kind="primary" wide onClick={() => change(choose.confirm())}>
      {t('booking.continue')}
    </Button>
  )
}

function FirstFreeDay({ wanted, change }: { wanted: SearchFilter; change: ChangeChoice }) {
  const today = todayInVisitorZone()
  const query = useFreeDays(wanted, requestRange(today, today))
  const first = query.isPlaceholderData ? undefined : nextFreeDay(query.data?.days ?? [])
  return (
    <>
      <p className={`${styles.next} ${styles.deskOnly}`}>{t('booking.summary.dayNext')}</p>
      {first && (
        <Button kind="primary" wide onClick={() => change(choose.date(first.date))}>
          {t('booking.firstFree', { date: formatShortDay(`${first.date}T12:00:00Z`, 'UTC') })}
        </Button>
      )}
    </>
  )
}
