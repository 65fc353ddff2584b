import type { LocalDate } from '#domain/time/local-date.ts'
import { formatPlainList } from '../../../lib/format-values.ts'
import { t } from '../../../lib/messages.ts'
import { formatDate, formatTime } from '../../../lib/time.ts'
import { Button } from '../../../ui/button.tsx'
import { SkeletonBlock } from '../../../ui/skeletons.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { choose, type Choice, type ChangeChoice } from '../choice.ts'
import { useIsOwnTime } from '../details/own-time.tsx'
import { Filters } from './filters.tsx'
import { DayFacts, TimeGroups } from './time-groups.tsx'
import type { SearchResult } from '../search.ts'
import { NoFreeTimes } from './unavailable.tsx'
import { useTimes, type SearchFilter } from '../search.ts'
import { StepHeading } from '../step.tsx'
import steps from '../steps.module.css'
import styles from './time-step.module.css'
import { asksForMentor, chooseTime, chosenTime, type OfferedTime, timesOf } from '../times.ts'
import { useState } from 'react'

interface TimeStepProps {
  wanted: SearchFilter
  date: LocalDate
  choice: Choice
  change: ChangeChoice
}

/** The third step: a time on the chosen day. */
export function TimeStep({ wanted, date, choice, change }: TimeStepProps) {
  const query = useTimes(wanted, date)
  return (
    <div className={steps.stack}>
      <StepHeading step="time">{formatDate(date)}</StepHeading>
      {query.data && (
        <div className={styles.phoneOnly}>
          <Filters choice={choice} change={change} found={query.data} />
        </div>
      )}
      <Loaded query={query} skeleton={<TimesSkeleton />}>
        {answer => <Times {...{ answer, date, choice, change }} />}
      </Loaded>
    </div>
  )
}

function Times({ answer, date, choice, change }: Omit<TimeStepProps, 'wanted'> & { answer: SearchResult }) {
  const all = timesOf(answer.schedules ?? [])
  const chosen = chosenTime(all, choice)
  // The client's own time is not said to be taken.
  const isOwn = useIsOwnTime(choice, chosen?.free === 0 && !choice.staff)
  const shown = useShownTimes(all, isOwn === false ? chosen : undefined)
  const gone = shown.filter(time => time.free === 0)
  const others = all.length - shown.length

  return (
    <>
      <p role="status" className="visually-hidden">
        {gone.length > 0 &&
          t('booking.times.wentNow', { times: formatPlainList(gone.map(({ startsAt, zone }) => formatTime(startsAt, zone))) })}
      </p>
      {shown.length === 0 ? (
        <NoFreeTimes {...{ answer, date, choice, change }} />
      ) : (
        <>
          <DayFacts times={shown} />
          <TimeGroups
            times={shown}
            choice={choice}
            chosen={chosen}
            onChoose={time => change(chooseTime(time, date, choice), { replace: asksForMentor(time, choice) })}
            onMentor={mentor => change(choose.with(mentor), { replace: true })}
          />
        </>
      )}
      {shown.length > 0 && others > 0 && <p className="soft small">{t('booking.times.others', { count: others })}</p>}
      {shown.length > 0 && (
        <Button kind="plain" small className={styles.otherDay} onClick={() => change(choose.date(undefined), { replace: true })}>
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
      <SkeletonBlock key={bone} height="3.25rem" />
    ))}
  </div>
)

/** The free times, the chosen one, and those taken since the component mounted: none moves under the pointer. */
export function useShownTimes(all: readonly OfferedTime[], chosen?: OfferedTime): OfferedTime[] {
  const seen = useSeenKeys(all.filter(({ free }) => free > 0).map(({ key }) => key))
  return all.filter(time => time.free > 0 || seen.has(time.key) || time === chosen)
}

/** All keys that have been in the list since the component mounted. */
function useSeenKeys(keys: readonly string[]): ReadonlySet<string> {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const fresh = keys.filter(key => !seen.has(key))
  if (fresh.length === 0) return seen
  const next = new Set([...seen, ...fresh])
  setSeen(next)
  return next
}
