import { t } from '../../lib/messages.ts'
import type { Choice } from './choice.ts'
import { TimeButton } from './time-button.tsx'
import styles from './time-choice.module.css'
import { freeMentors, groupByPart, onlyOne, type OfferedTime } from './times.ts'
import { WhomChoice } from './whom-choice.tsx'

interface TimeGroupsProps {
  times: readonly OfferedTime[]
  choice: Choice
  chosen: OfferedTime | undefined
  onChoose: (time: OfferedTime) => void
  onWhom: (mentor: string | undefined) => void
}

/** A day's times by morning, afternoon and evening; below the chosen one's group, with whom, where there is a choice. */
export function TimeGroups({ times, choice, chosen, onChoose, onWhom }: TimeGroupsProps) {
  const mentors = times.flatMap(freeMentors)
  const show = { mentor: mentors.length > 0 && !onlyOne(mentors), place: !onlyOne(times.map(({ schedule }) => schedule.place)) }
  const whom = chosen && !choice.mentor && freeMentors(chosen).length > 1
  return (
    <div className={styles.groups}>
      {groupByPart(times).map(group => (
        <section key={group.part} className={styles.group} aria-labelledby={`part-${group.part}`}>
          <h3 id={`part-${group.part}`} className={styles.part}>
            {t(`booking.times.${group.part}`)}
          </h3>
          <ul className={show.mentor || show.place ? `${styles.list} ${styles.wide}` : styles.list}>
            {group.times.map(time => (
              <li key={time.key}>
                <TimeButton time={time} isChosen={time === chosen} show={show} onChoose={() => onChoose(time)} />
              </li>
            ))}
          </ul>
          {whom && group.times.includes(chosen) && <WhomChoice mentors={freeMentors(chosen)} chosen={choice.with} onChoose={onWhom} />}
        </section>
      ))}
    </div>
  )
}
