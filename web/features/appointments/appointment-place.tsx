import type { Appointment } from '#contract/appointments.ts'
import type { Place } from '#contract/places.ts'
import { IconMapPin, IconVideo } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useContentLanguage } from '../../lib/content-language.ts'
import { t } from '../../lib/messages.ts'
import { queryClient } from '../../lib/query-client.ts'
import { formatDateTime } from '../../lib/time.ts'
import styles from './appointments.module.css'

interface AppointmentPlaceProps {
  place: Place
  /** The mentor's name, for the label of the meeting link. */
  mentor: string
  /** The appointment's meeting link, or when it becomes visible; omitted for a session. */
  meeting?: Appointment['meeting']
  over?: boolean
}

/** The place: its address with a map link, or the meeting link. */
export function AppointmentPlace({ place, mentor, meeting, over = false }: AppointmentPlaceProps) {
  const passage = useContentLanguage()
  return (
    <span className={styles.where}>
      <bdi {...passage(place, 'name')}>{place.name}</bdi>
      {place.address && (
        <span className="soft small">
          <bdi {...passage(place, 'address')}>{place.address}</bdi>
        </span>
      )}
      {!over && place.kind === 'in_person' && <MapLink place={place} />}
      {place.meeting_url ? (
        <>
          <MeetingLink url={place.meeting_url} name={mentor} />
          <span className="soft small">{t('appointment.joinHint')}</span>
        </>
      ) : (
        !over && place.kind === 'online' && meeting !== undefined && <LinkLater meeting={meeting} zone={place.time_zone} />
      )}
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

/** Opens the meeting in a new tab. */
export const MeetingLink = ({ url, name }: { url: string; name: string }) => (
  <a
    className={`${styles.outward} no-print`}
    href={url}
    target="_blank"
    rel="noopener noreferrer"
    aria-label={t('appointment.meetingOf', { name })}
  >
    <IconVideo size={18} aria-hidden="true" />
    {t('appointment.meeting')}
  </a>
)

/** Longest delay of a timer, in ms. */
const maxTimerMs = 2 ** 31 - 1

/** When the link becomes visible; then the appointment is refetched. */
function LinkLater({ meeting, zone }: { meeting: Appointment['meeting']; zone: string }) {
  const from = meeting?.from
  useEffect(() => {
    const wait = from ? Date.parse(from) - Date.now() : 0
    if (wait <= 0 || wait > maxTimerMs) return undefined
    const timer = setTimeout(() => void queryClient.invalidateQueries(), wait + 500)
    return () => clearTimeout(timer)
  }, [from])
  return (
    <span className="soft small">
      {from ? t('appointment.linkFrom', { when: formatDateTime(from, zone) }) : t('appointment.linkLater')}
    </span>
  )
}
