import { t } from '../../lib/messages.ts'
import { formatShortDay, formatTime } from '../../lib/time.ts'
import { todayInVisitorZone } from '../../lib/today.ts'
import { Button } from '../../ui/button.tsx'
import { UnlessOwn } from './details/own-time.tsx'
import { requestRange } from './time/calendar-days.ts'
import { choose, type Choice, type Step } from './choice.ts'
import { nextFreeDay } from './time/next-free-day.ts'
import { useFreeDays, useTimes, type SearchFilter } from './search.ts'
import { TimeButton } from './time/time-button.tsx'
import { useShownTimes } from './time/time-step.tsx'
import { chooseTime, timesOf } from './times.ts'
import styles from './summary.module.css'
import type { ChangeChoice } from './choice.ts'
import type { Chosen } from './use-chosen.ts'

interface NextActionProps {
  step: Step
  wanted: SearchFilter
  choice: Choice
  chosen: Chosen
  change: ChangeChoice
}

/** The next action while choosing. */
export function NextAction({ step, wanted, choice, chosen: { time, gone }, change }: NextActionProps) {
  if (step === 'day') return <FirstFreeDay {...{ wanted, choice, change }} />
  if (!time) return <p className={styles.next}>{t('booking.summary.timeNext')}</p>
  if (gone)
    return (
      <UnlessOwn choice={choice}>
        <p className={styles.next}>{t('booking.summary.goneNext', { time: formatTime(time.startsAt, time.zone) })}</p>
      </UnlessOwn>
    )
  return (
    <Button kind="primary" wide onClick={() => change(choose.confirm())}>
      {t('booking.continue')}
    </Button>
  )
}

/** The first free times of the first free day, for a visitor who wants to come soon: one tap instead of two. */
const maxFirstTimes = 3

function FirstFreeDay({ wanted, choice, change }: Pick<NextActionProps, 'wanted' | 'choice' | 'change'>) {
  const today = todayInVisitorZone()
  const query = useFreeDays(wanted, requestRange(today, today))
  const first = query.isPlaceholderData ? undefined : nextFreeDay(query.data?.days ?? [])
  const times = useShownTimes(timesOf(useTimes(wanted, first?.date).data?.schedules ?? []))
  return (
    <>
      <p className={`${styles.next} ${styles.deskOnly}`}>{t('booking.summary.dayNext')}</p>
      {first && (
        <>
          <Button kind="primary" wide onClick={() => change(choose.date(first.date))}>
            {t('booking.firstFree', { date: formatShortDay(`${first.date}T12:00:00Z`, 'UTC') })}
          </Button>
          <ul className={styles.firstTimes}>
            {times.slice(0, maxFirstTimes).map(time => (
              <li key={time.key}>
                <TimeButton
                  time={time}
                  isChosen={false}
                  showMentor={false}
                  showPlace
                  onChoose={() => change(chooseTime(time, first.date, choice))}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
