import type { LocalDate } from '#domain/time/local-date.ts'
import { t } from '../../lib/messages.ts'
import { sayDate, sayTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { Bone } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import { choose, type Choice } from './choice.ts'
import { DayFacts } from './day-facts.tsx'
import type { SearchAnswer } from './live-seats.ts'
import { NoTime } from './no-time.tsx'
import { useTimes, type Wanted } from './search.ts'
import { StepHeading } from './step-heading.tsx'
import styles from './steps.module.css'
import { TimeGroups } from './time-groups.tsx'
import { chosenTime, timesOf } from './times.ts'
import type { ChangeChoice } from './use-choice.ts'
import { useSeen } from './use-seen.ts'

interface TimeStepProps {
  wanted: Wanted
  date: LocalDate
  choice: Choice
  change: ChangeChoice
}

/** The third step: a time on the chosen day. */
export function TimeStep({ wanted, date, choice, change }: TimeStepProps) {
  const query = useTimes(wanted, date)
  return (
    <div className={styles.stack}>
      <StepHeading step="time">{sayDate(date)}</StepHeading>
      <Loaded query={query} skeleton={<TimesSkeleton />}>
        {answer => <Times {...{ answer, date, choice, change }} />}
      </Loaded>
    </div>
  )
}

function Times({ answer, date, choice, change }: Omit<TimeStepProps, 'wanted'> & { answer: SearchAnswer }) {
  const all = timesOf(answer.schedules ?? [])
  const chosen = chosenTime(all, choice)
  const seen = useSeen(all.filter(time => time.free > 0).map(({ key }) => key))
  const shown = all.filter(time => time.free > 0 || seen.has(time.key) || time === chosen)
  const gone = shown.filter(time => time.free === 0)
  const others = all.length - shown.length

  return (
    <>
      <p role="status" className="visually-hidden">
        {gone.length > 0 && t('booking.times.wentNow', { times: gone.map(({ startsAt, zone }) => sayTime(startsAt, zone)).join(', ') })}
      </p>
      {shown.length === 0 ? (
        <NoTime {...{ answer, date, choice, change }} />
      ) : (
        <>
          <DayFacts times={shown} />
          <TimeGroups
            times={shown}
            choice={choice}
            chosen={chosen}
            onChoose={time => change(choose.time(date, time.schedule.id, time.startsAt), { replace: true })}
            onWhom={mentor => change(choose.with(mentor), { replace: true })}
          />
        </>
      )}
      {shown.length > 0 && others > 0 && <p className="soft small">{t('booking.times.others', { count: others })}</p>}
      {shown.length > 0 && (
        <Button kind="plain" small className={styles.phoneOnly} onClick={() => change(choose.date(undefined), { replace: true })}>
          {t('booking.times.otherDay')}
        </Button>
      )}
    </>
  )
}

const TimesSkeleton = () => (
  <div className={styles.bones}>
    <span className="visually-hidden" role="status">
      {t('booking.times.loading')}
    </span>
    {Array.from({ length: 8 }, (_, bone) => (
      <Bone key={bone} height="3.25rem" />
    ))}
  </div>
)
