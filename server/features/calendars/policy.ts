import { grants } from '#contract/abilities.ts'
import type { FoundFeed } from './queries.ts'

/** Whether a feed still shows what its maker could see themselves: who is a mentor no more has no sessions, and a place's counts with the ability that made it. */
export const mayBeRead = ({ kind, abilities, is_mentor }: Pick<FoundFeed, 'kind' | 'abilities' | 'is_mentor'>): boolean =>
  kind === 'client' || (kind === 'mentor' ? is_mentor : grants(abilities, 'Settings Edit'))
