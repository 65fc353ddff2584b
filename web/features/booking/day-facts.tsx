import { IconMapPin, IconVideo } from '@tabler/icons-react'
import { t } from '../../lib/messages.ts'
import { Avatar } from '../../ui/avatar.tsx'
import styles from './time-choice.module.css'
import { onlyOne, type OfferedTime } from './times.ts'

/** Whom one will meet and where, once for the day where all its times have it in common. */
export function DayFacts({ times }: { times: readonly OfferedTime[] }) {
  const mentor = onlyOne(times.flatMap(({ slots }) => slots.map(slot => slot.mentor)))
  const place = onlyOne(times.map(({ schedule }) => schedule.place))
  if (!mentor && !place) return null
  const PlaceIcon = place?.kind === 'online' ? IconVideo : IconMapPin
  return (
    <ul className={styles.facts}>
      {mentor && (
        <li>
          <Avatar name={mentor.name} photo={mentor.photo} size="small" />
          {t('booking.times.with', { mentor: mentor.name })}
        </li>
      )}
      {place && (
        <li>
          <PlaceIcon size={20} stroke={1.7} aria-hidden="true" />
          {t('booking.times.at', { place: place.name })}
        </li>
      )}
    </ul>
  )
}
