import type { AppointmentStatus } from '#domain/booking/status.ts'
import type { DemoDay } from './demo-day.ts'
import type { DemoSlot } from './plan-sessions.ts'

/** The demo client's past: the mentor, days ago, and the outcome. */
const past: readonly { session: string; mentor: string; daysAgo: number; outcome: AppointmentStatus }[] = [
  { session: 'career-morning', mentor: 'amara', daysAgo: 26, outcome: 'fulfilled' },
  { session: 'study-afternoon', mentor: 'priya', daysAgo: 22, outcome: 'fulfilled' },
  { session: 'career-online', mentor: 'jonas', daysAgo: 19, outcome: 'cancelled' },
  { session: 'counselling-sian', mentor: 'sian', daysAgo: 16, outcome: 'fulfilled' },
  { session: 'study-online', mentor: 'zeynep', daysAgo: 12, outcome: 'fulfilled' },
  { session: 'workshop-interviews', mentor: 'amara', daysAgo: 9, outcome: 'fulfilled' },
  { session: 'career-afternoon-daniel', mentor: 'daniel', daysAgo: 4, outcome: 'fulfilled' },
]

/**
 * The one future appointment: in the evening, late enough to move or cancel, and away from times that a
 * visitor may book.
 */
const ahead = { session: 'workshop-interviews', fromDay: 3 }

/**
 * The demo client's own appointments: several past ones with different mentors, one future one, none
 * missed.
 */
export function planDemoClient(slots: readonly DemoSlot[], today: DemoDay): { slot: DemoSlot; outcome: AppointmentStatus }[] {
  const lived = past.flatMap(({ session, mentor, daysAgo, outcome }) => {
    const slot = slots.find(each => each.session.name === session && each.mentor === mentor && each.session.dayOffset >= -daysAgo)
    return slot && slot.ends < today.start ? [{ slot, outcome }] : []
  })
  const next = slots.find(({ session }) => session.name === ahead.session && session.dayOffset >= ahead.fromDay)
  return next ? [...lived, { slot: next, outcome: 'booked' }] : lived
}
