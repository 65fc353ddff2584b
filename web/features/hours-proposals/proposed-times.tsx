import type { HoursProposal } from '#contract/hours-proposals.ts'
import { t } from '../../lib/messages.ts'
import { HoursTimes } from '../weekly-hours/hours-times.tsx'

/** The times of a proposal, and how they are cut into slots. */
export const ProposedTimes = ({ proposal }: { proposal: HoursProposal }) => {
  const { ranges, slot_minutes, break_minutes, seats_per_slot } = proposal
  return (
    <>
      <HoursTimes ranges={ranges} />
      <p className="soft small">{t('hoursProposals.perSlot', { minutes: slot_minutes, pause: break_minutes, seats: seats_per_slot })}</p>
    </>
  )
}
