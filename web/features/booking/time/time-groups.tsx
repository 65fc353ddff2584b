import { t } from '../../../lib/messages.ts'
import type { Choice } from '../choice.ts'
import { TimeButton } from './time-button.tsx'
import styles from './time-choice.module.css'
import { freeMentors, type OfferedTime } from '../times.ts'
import { commonItem, groupByPart } from './group-times.ts'
import { MentorChoice } from './mentor-choice.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { IconMapPin, IconVideo } from '@tabler/icons-react'
import { differsInVisitorZone, formatZone } from '../../../lib/time.ts'

interface TimeGroupsProps {
  times: readonly OfferedTime[]
  choice: Choice
  chosen: OfferedTime | undefined
  onChoose: (time: OfferedTime) => void
  onMentor: (mentor: string | undefined) => void
}

/** A day's times by part of day and place, with the choice of mentor below the chosen time. */
export function TimeGroups({ times, choice, chosen, onChoose, onMentor }: TimeGroupsProps) {
  const mentors = times.flatMap(freeMentors)
  const showMentor = mentors.length > 0 && !commonItem(mentors)
  const onePlace = commonItem(times.map(({ schedule }) => schedule.place))
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
              {whom && here.includes(chosen) && <MentorChoice mentors={freeMentors(chosen)} chosen={choice.with} onChoose={onMentor} />}
            </div>
          ))}
        </section>
      ))}
    </div>
  )
}

/** The mentor and place, shown once if all times of the day share them. */
export function DayFacts({ times }: { times: readonly OfferedTime[] }) {
  const mentor = commonItem(times.flatMap(({ slots }) => slots.map(slot => slot.mentor)))
  const place = commonItem(times.map(({ schedule }) => schedule.place))
  if (!mentor && !place) return null
  return (
    <div className={styles.facts}>
      {mentor && (
        <p className={styles.place}>
          <Avatar name={mentor.name} photo={mentor.photo} size="small" />
          {t('booking.times.with', { mentor: mentor.name })}
        </p>
      )}
      {place && <PlaceLine place={place} startsAt={times[0]?.startsAt} />}
    </div>
  )
}

interface PlaceLineProps {
  place: OfferedTime['schedule']['place']
  /** A time there. The zone is shown if it differs from the visitor's. */
  startsAt: string | undefined
}

/** The place and, if it differs, its time zone. */
export function PlaceLine({ place: { name, kind, time_zone }, startsAt }: PlaceLineProps) {
  const Icon = kind === 'online' ? IconVideo : IconMapPin
  return (
    <p className={styles.place}>
      <Icon size={18} stroke={1.7} aria-hidden="true" />
      <span>
        <bdi>{name}</bdi>
        {startsAt && differsInVisitorZone(startsAt, time_zone) && <span className="soft"> · {formatZone(time_zone)}</span>}
      </span>
    </p>
  )
}
