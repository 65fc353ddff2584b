import type { ListedContract } from '#contract/contracts.ts'
import { region, t } from '../../lib/messages.ts'
import { formatDay } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'

/** "Required for booking" */
export const formatRequired = (required: ListedContract['required_for']): string => t(`contract.required.${required ?? 'nothing'}`)

/** "Version 2, in force since Tuesday 24 November", or that it is withdrawn or was never published. */
export function formatInForce({ version, published_at, withdrawn_at }: ListedContract): string {
  if (!published_at) return t('contracts.neverPublished')
  if (withdrawn_at) return t('contracts.withdrawn', { version, date: formatDay(withdrawn_at, visitorZone()) })
  return t('contracts.inForce', { version, date: formatDay(published_at, visitorZone()) })
}

/** An instant with seconds, year and zone, as evidence: "Tuesday, 24 November 2026 at 15:30:05 GMT". */
export const formatWithSeconds = (instant: string, zone: string): string =>
  new Intl.DateTimeFormat(region, { dateStyle: 'full', timeStyle: 'long', timeZone: zone }).format(new Date(instant))
