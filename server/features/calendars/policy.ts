import { grants } from '#contract/granted.ts'
import type { FoundFeed } from './queries.ts'

/**
 * Whether a feed's owner may still see its content. A former mentor sees no sessions; a place's feed
 * requires the ability that created it.
 */
export const isFeedReadable = ({ kind, abilities, is_mentor }: Pick<FoundFeed, 'kind' | 'abilities' | 'is_mentor'>): boolean =>
  kind === 'client' || (kind === 'mentor' ? is_mentor : grants(abilities, 'Settings Edit'))

const dayMs = 24 * 60 * 60 * 1000
/** Days before and after today that a feed contains: recent appointments, and all bookable times. */
const [pastDays, futureDays] = [92, 366]

/** The first and last instant of a feed. */
export const feedPeriodOf = (now: Date): { from: string; to: string } => {
  const at = (days: number) => new Date(now.getTime() + days * dayMs).toISOString()
  return { from: at(-pastDays), to: at(futureDays) }
}

/** Upper limit of events in a feed; the soonest are kept. */
export const maxEvents = 10_000
