import { IconMapPin, IconVideo } from '@tabler/icons-react'
import { differsHere, sayZone } from '../../lib/time.ts'
import styles from './time-choice.module.css'
import type { OfferedTime } from './times.ts'

interface PlaceLineProps {
  place: OfferedTime['schedule']['place']
  /** A time there: its clock is named where it is not the visitor's. */
  startsAt: string | undefined
}

/** Where, and on whose clock. */
export function PlaceLine({ place: { name, kind, time_zone }, startsAt }: PlaceLineProps) {
  const Icon = kind === 'online' ? IconVideo : IconMapPin
  return (
    <p className={styles.place}>
      <Icon size={18} stroke={1.7} aria-hidden="true" />
      <span>
        {name}
        {startsAt && differsHere(startsAt, time_zone) && <span className="soft"> · {sayZone(time_zone)}</span>}
      </span>
    </p>
  )
}
