import type { AbilityName } from '#contract/abilities.ts'
import type { Schedule } from '#contract/schedules.ts'
import { can } from '../../../lib/session.ts'

/** An action on several sessions: publish, change the mentor or the place, copy to other days, or cancel. */
export type BulkAction = 'publish' | 'mentor' | 'place' | 'copy' | 'cancel'

/** Neither over nor cancelled. */
export const isOpen = ({ status, availability }: Schedule): boolean => status !== 'cancelled' && availability !== 'past'

/** The actions on several sessions, the ability of the single action, and which sessions each can apply to. */
export const bulkActions: readonly { action: BulkAction; ability: AbilityName; applies: (schedule: Schedule) => boolean }[] = [
  { action: 'publish', ability: 'Schedule Edit', applies: schedule => isOpen(schedule) && schedule.status === 'draft' },
  { action: 'mentor', ability: 'Schedule Edit', applies: isOpen },
  { action: 'place', ability: 'Schedule Edit', applies: isOpen },
  { action: 'copy', ability: 'Schedule Create', applies: ({ status }) => status !== 'cancelled' },
  { action: 'cancel', ability: 'Schedule Edit', applies: isOpen },
]

/** Whether the user can do something with the session together with others. */
export const canSelect = (schedule: Schedule): boolean => bulkActions.some(({ ability, applies }) => can(ability) && applies(schedule))

/** What each dialog of a bulk action takes. */
export interface BulkDialogProps {
  schedules: readonly Schedule[]
  onClose: () => void
  /** Something was done: the selection ends. */
  onDone: () => void
}
