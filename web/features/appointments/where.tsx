import type { Place } from '#contract/places.ts'
import { IconMapPin, IconVideo } from '@tabler/icons-react'
import { t } from '../../lib/messages.ts'
import '../../messages/appointment.ts'
import styles from './appointments.module.css'

/** Where: the address with a map, or the meeting to open. */
export function Where({ place, mentor, over = false }: { place: Place; mentor: string; over?: boolean }) {
  return (
    <span className={styles.where}>
      <span>{place.name}</span>
      {place.address && <span className="soft small">{place.address}</span>}
      {!over && (place.kind === 'online' ? <MeetingLink place={place} mentor={mentor} /> : <MapLink place={place} />)}
    </span>
  )
}

function MapLink({ place: { name, address } }: { place: Place }) {
  if (!address) return null
  return (
    <a
      className={`${styles.outward} no-print`}
      href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t('appointment.mapOf', { place: name })}
    >
      <IconMapPin size={18} aria-hidden="true" />
      {t('appointment.map')}
    </a>
  )
}

function MeetingLink({ place: { meeting_url }, mentor }: { place: Place; mentor: string }) {
  if (!meeting_url) return <span className="soft small">{t('appointment.linkLater')}</span>
  return (
    <>
      <a
        className={`${styles.outward} no-print`}
        href={meeting_url}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t('appointment.meetingOf', { name: mentor })}
      >
        <IconVideo size={18} aria-hidden="true" />
        {t('appointment.meeting')}
      </a>
      <span className="soft small">{t('appointment.joinHint')}</span>
    </>
  )
}
