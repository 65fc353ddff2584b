import type { ListedContract } from '#contract/contracts.ts'
import { region, t } from '../../lib/messages.ts'
import { formatDay } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'

/** "Required for booking" */
export const formatRequired = (required: ListedContract['required_for']): string => t(`contract.required.${required ?? 'nothing'}`)

/** "Version 2, in force since Tuesday 24 November", or that it was never published. */
export const formatInForce = ({ version, published_at }: Pick<ListedContract, 'version' | 'published_at'>): string =>
  published_at ? t('contracts.inForce', { version, date: formatDay(published_at, visitorZone()) }) : t('contracts.neverPublished')

/** An instant with seconds, year and zone, as evidence: "Tuesday, 24 November 2026 at 15:30:05 GMT". */
export const formatWithSeconds = (instant: string, zone: string): string =>
  new Intl.DateTimeFormat(region, { dateStyle: 'full', timeStyle: 'long', timeZone: zone }).format(new Date(instant))
