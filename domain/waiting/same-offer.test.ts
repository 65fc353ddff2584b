import { expect, test } from 'vitest'
import { isSameOffer } from './same-offer.ts'

const offer = { schedule_id: 'a', starts_at: '2026-12-04T09:00:00Z', mentor_id: 'm' }

test('an offer is the same however its start is written, and another one in no other part', () => {
  expect(isSameOffer(offer, { ...offer, starts_at: '2026-12-04T14:45:00+05:45' })).toBe(true)
  for (const other of [{ schedule_id: 'b' }, { starts_at: '2026-12-04T09:30:00Z' }, { mentor_id: 'n' }])
    expect(isSameOffer(offer, { ...offer, ...other })).toBe(false)
})
