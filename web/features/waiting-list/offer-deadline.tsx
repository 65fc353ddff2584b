import type { WaitingEntry } from '#contract/waiting-list.ts'
import { useEffect, useState } from 'react'
import { t } from '../../lib/messages.ts'
import { formatDateTime, formatInVisitorZone, formatTime } from '../../lib/time.ts'
import { formatRelative } from '../../lib/relative-time.ts'

/** The deadline of an offer, on the place's clock, on the visitor's where that differs, and relative to now. */
export function OfferDeadline({ offer: { until, time_zone } }: { offer: NonNullable<WaitingEntry['offer']> }) {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 15_000)
    return () => clearInterval(timer)
  }, [])
  const left = formatRelative(until, now)
  const here = formatInVisitorZone(until, time_zone)
  const time = (left ? formatTime(until, time_zone) : formatDateTime(until, time_zone)) + (here ? ` (${here})` : '')
  return <p>{left ? t('myWaiting.until', { time, left }) : t('myWaiting.untilShort', { time })}</p>
}
