import { t } from './messages.ts'

/** "45 minutes", "1 hour", "1 hour 30 minutes" */
export function formatMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return t('app.minutes', { count: rest })
  return rest === 0 ? t('app.hours', { count: hours }) : `${t('app.hours', { count: hours })} ${t('app.minutes', { count: rest })}`
}
