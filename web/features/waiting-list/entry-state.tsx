import type { WaitingEntry } from '#contract/waiting-list.ts'
import { t } from '../../lib/messages.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'

/** The tone of the badge for each state of an entry, for clients and staff. */
export const toneOfState: Record<WaitingEntry['state'], BadgeTone> = {
  waiting: 'note',
  offered: 'warm',
  taken: 'good',
  left: 'soft',
  removed: 'soft',
  expired: 'soft',
}

/** An entry's state, worded for the client. */
export const EntryState = ({ state }: { state: WaitingEntry['state'] }) => (
  <Badge tone={toneOfState[state]}>{t(`myWaiting.state.${state}`)}</Badge>
)
