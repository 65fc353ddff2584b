import { dateWords, region, t } from './messages.ts'

const relative = new Intl.RelativeTimeFormat(region, { numeric: 'auto' })

/** "in 20 minutes", "in 3 hours", "5 minutes ago"; null from 24 hours on, and where the browser has another language's words. */
export function formatRelative(instant: string, now: Date | string): string | null {
  const minutes = Math.round((new Date(instant).getTime() - new Date(now).getTime()) / 60_000)
  if (minutes === 0) return t('app.now')
  if (dateWords) return null
  if (Math.abs(minutes) < 60) return relative.format(minutes, 'minute')
  return Math.abs(minutes) < 24 * 60 ? relative.format(Math.round(minutes / 60), 'hour') : null
}
