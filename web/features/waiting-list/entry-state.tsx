import type { WaitingEntry } from '#contract/waiting-list.ts'
import { t } from '../../lib/messages.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'

const tones: Record<WaitingEntry['state'], BadgeTone> = {
  waiting: 'note',
  offered: 'warm',
  taken: 'good',
  left: 'soft',
  removed: 'soft',
  expired: 'soft',
}

/** An entry's state, worded for the client. */
export const EntryState = ({ state }: { state: WaitingEntry['state'] }) => (
  <Badge tone={tones[state]}>{t(`myWaiting.state.${state}`)}</Badge>
)
