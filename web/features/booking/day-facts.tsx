import { t } from '../../lib/messages.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { PlaceLine } from './place-line.tsx'
import styles from './time-choice.module.css'
import { onlyOne, type OfferedTime } from './times.ts'

/** Whom one will meet and where, once for the day where all its times have it in common. */
export function DayFacts({ times }: { times: readonly OfferedTime[] }) {
  const mentor = onlyOne(times.flatMap(({ slots }) => slots.map(slot => slot.mentor)))
  const place = onlyOne(times.map(({ schedule }) => schedule.place))
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
