import type { SeenOffer, WaitingEntry } from '#contract/waiting-list.ts'

type Offer = NonNullable<WaitingEntry['offer']>

/** Names the offer that the page shows: the answer is to no other one. */
export const seenOffer = ({ schedule_id, starts_at, mentor }: Offer): NonNullable<SeenOffer> => ({
  schedule_id,
  starts_at,
  mentor_id: mentor.id,
})
