import type { MentorName } from '#contract/people.ts'
import type { SearchedSchedule, SearchedSlot } from '#contract/search.ts'
import type { SearchResult } from './search.ts'

// Search responses for tests.

/** The local date of all sessions here; their instants are in UTC, which is London's time on that day. */
export const dayOf = '2026-11-24'
const id = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`
/** A mentor without a photo. */
export const ana: MentorName = { id: id(1), name: 'Ana Moreno', photo: null }
/** Another one. */
export const ben: MentorName = { id: id(2), name: 'Ben Adeyemi', photo: null }
const price = { amount: 0, currency: 'GBP' }
const supportType = {
  id: id(20),
  name: 'Career advice',
  description: '',
  colour: '#2f7d6d',
  slot_minutes: 45,
  interpreted_minutes: null,
  price,
  needs_approval: false,
  active: true,
  revision: 1,
}

/** A bookable slot of 45 minutes that starts at a full hour, `HH:MM`. */
export const slotOf = (time: string, mentor: MentorName, free = 1, seats = 1): SearchedSlot => ({
  schedule_id: id(101),
  mentor,
  starts_at: `${dayOf}T${time}:00.000Z`,
  ends_at: `${dayOf}T${time.slice(0, 3)}45:00.000Z`,
  serial: 1,
  seats,
  free,
  bookable: true,
})

interface Session {
  number?: number
  zone?: string
  opens?: string | null
  slots: SearchedSlot[]
}

/** A published session from 9 to 18 with these slots. `number` tells sessions and their places apart; `opens` is RFC 3339. */
export const sessionOf = ({ number = 1, zone = 'Europe/London', opens = null, slots }: Session): SearchedSchedule => ({
  id: id(100 + number),
  support_type_id: supportType.id,
  support_type: supportType,
  place: { id: id(40 + number), name: 'Harbour room', address: '1 Quay', kind: 'in_person', time_zone: zone, active: true, revision: 1 },
  time_zone: zone,
  starts_at: `${dayOf}T09:00:00Z`,
  ends_at: `${dayOf}T18:00:00Z`,
  slot_minutes: 45,
  break_minutes: 0,
  seats_per_slot: 1,
  interpreted: false,
  mentors: [ana, ben],
  status: 'published',
  availability: 'available',
  seats: { total: 5, taken: 0, free: 5 },
  note: '',
  booking_opens_at: opens,
  revision: 1,
  slots: slots.map(slot => ({ ...slot, schedule_id: id(100 + number) })),
})

/** The search's answer with these sessions on its only day, which has `free` seats. */
export const answerOf = (schedules: SearchedSchedule[], free: number): SearchResult => ({
  support_type: supportType,
  days: [{ date: dayOf, free, places: [id(41)], why: free > 0 ? null : 'full' }],
  places: [],
  languages: [],
  mentors: [],
  schedules,
})
