import type { Place } from '#contract/places.ts'
import { IconExternalLink, IconMapPin } from '@tabler/icons-react'
import type { z } from 'zod'
import { t } from '../../lib/messages.ts'
import styles from './confirmation.module.css'

/** The way there: the address with a map, or the meeting's link. */
export function Where({ place: { name, address, kind, meeting_url } }: { place: z.output<typeof Place> }) {
  if (kind === 'online') {
    return (
      <>
        <strong>{name}</strong>
        {meeting_url ? (
          <>
            <Out to={meeting_url} icon={<IconExternalLink size={18} stroke={1.7} aria-hidden="true" />} text={t('booking.done.join')} />
            <span className="soft small">{t('booking.done.joinHint')}</span>
          </>
        ) : (
          <span>{t('booking.done.onlineLater')}</span>
        )}
      </>
    )
  }
  return (
    <>
      <strong>{name}</strong>
      <span>{address}</span>
      {address && <Out to={mapOf(address)} icon={<IconMapPin size={18} stroke={1.7} aria-hidden="true" />} text={t('booking.done.map')} />}
    </>
  )
}

const Out = ({ to, icon, text }: { to: string; icon: React.ReactNode; text: string }) => (
  <a className={`${styles.out} no-print`} href={to} target="_blank" rel="noreferrer noopener">
    {icon}
    {text}
  </a>
)

const mapOf = (address: string) => `https://www.openstreetmap.org/search?${new URLSearchParams({ query: address.replaceAll('\n', ', ') })}`
