import { t } from '../../lib/messages.ts'
import type { Choice } from './choice.ts'
import { PlaceLine } from './place-line.tsx'
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

/** A day's times by morning, afternoon and evening, place by place; below the chosen one, with whom, where there is a choice. */
export function TimeGroups({ times, choice, chosen, onChoose, onWhom }: TimeGroupsProps) {
  const mentors = times.flatMap(freeMentors)
  const showMentor = mentors.length > 0 && !onlyOne(mentors)
  const onePlace = onlyOne(times.map(({ schedule }) => schedule.place))
  const whom = chosen && !choice.mentor && freeMentors(chosen).length > 1
  return (
    <div className={styles.groups}>
      {groupByPart(times).map(({ part, places }) => (
        <section key={part} className={styles.group} aria-labelledby={`part-${part}`}>
          <h3 id={`part-${part}`} className={styles.part}>
            {t(`booking.times.${part}`)}
          </h3>
          {places.map(({ place, times: here }) => (
            <div key={place.id} className={styles.group}>
              {!onePlace && <PlaceLine place={place} startsAt={here[0]?.startsAt} />}
              <ul className={showMentor ? `${styles.list} ${styles.wide}` : styles.list}>
                {here.map(time => (
                  <li key={time.key}>
                    <TimeButton
                      {...{ time, showMentor }}
                      showPlace={!onePlace}
                      isChosen={time === chosen}
                      onChoose={() => onChoose(time)}
                    />
                  </li>
                ))}
              </ul>
              {whom && here.includes(chosen) && <WhomChoice mentors={freeMentors(chosen)} chosen={choice.with} onChoose={onWhom} />}
            </div>
          ))}
        </section>
      ))}
    </div>
  )
}
