import type { AppointmentStatus } from '#domain/booking/status.ts'
import type { DemoAppointment } from './appointment.ts'
import type { DemoClient } from './clients.ts'
import { day, type DemoDay, hour, minute } from './demo-day.ts'
import { planDemoClient } from './demo-client.ts'
import { createDiary } from './diary.ts'
import { makeAppointment } from './make-appointment.ts'
import type { MentorKey } from './mentors.ts'
import type { SupportTypeKey } from './organisation.ts'
import type { DemoSlot } from './plan-sessions.ts'
import { type Dice, createDice } from './random.ts'
import { supportQuestions } from './support-questions.ts'

/**
 * Number of appointments by outcome, without those of the demo client, of today and of the full session.
 */
const counts = { past: 1150, missed: 42, pastCancelled: 120, inError: 12, ahead: 90, pending: 16, aheadCancelled: 30 }

/** Maximum number of open and of missed appointments of a client, except the one client who missed many. */
const mostOpen = 3
const mostMissed = 2
const oftenMissing = 'Callum Reid'

const demoMentor: MentorKey = 'amara'

/** The appointments and their outcomes, from four weeks back to six weeks ahead. */
export function planAppointments(
  slots: readonly DemoSlot[],
  [demoClient, ...clients]: readonly DemoClient[],
  today: DemoDay,
): DemoAppointment[] {
  if (!demoClient) throw new Error('the demo has no clients')
  const dice = createDice('appointments')
  const diary = createDiary()
  const seatsLeft = new Map(slots.map(slot => [slot, slot.seats]))
  const open = new Map<DemoClient, number>()
  const crowd = clients.flatMap(client => Array.from({ length: client.comes }, () => client))

  const book = (slot: DemoSlot, client: DemoClient, outcome: AppointmentStatus) => {
    diary.enter(client, slot)
    if (outcome !== 'cancelled' && outcome !== 'entered-in-error') {
      seatsLeft.set(slot, (seatsLeft.get(slot) ?? 0) - 1)
      if (slot.session.dayOffset >= 0) open.set(client, (open.get(client) ?? 0) + 1)
    }
    return makeAppointment(slot, client, outcome, today, dice)
  }
  const mayOpen = (client: DemoClient) => (open.get(client) ?? 0) < mostOpen && client.name !== oftenMissing
  /** Chooses an available client. After a few tries the time stays free. */
  const pickClient = (slot: DemoSlot, may: (client: DemoClient) => boolean = () => true) => {
    for (let asked = 0; asked < 40; asked += 1) {
      const client = dice.pick(crowd)
      if (may(client) && diary.isFree(client, slot)) return client
    }
    return null
  }
  /** Books the first of these times at which a client is available. */
  const fill = (
    times: readonly DemoSlot[],
    wanted: number,
    outcome: (slot: DemoSlot) => AppointmentStatus,
    may?: (client: DemoClient) => boolean,
  ) => {
    const made: DemoAppointment[] = []
    for (const slot of times) {
      if (made.length === wanted) break
      const client = (seatsLeft.get(slot) ?? 0) > 0 ? pickClient(slot, may) : null
      if (client) made.push(book(slot, client, outcome(slot)))
    }
    return made
  }

  const published = slots.filter(({ session }) => session.status === 'published')
  const past = published.filter(({ session }) => session.dayOffset < 0)
  const ahead = published.filter(({ session }) => session.dayOffset > 0 && !session.opens)
  const soon = ahead.filter(({ session }) => session.dayOffset <= 24)
  const aheadAs = (slot: DemoSlot) => (slot.session.type === 'counselling' && dice.chance(0.4) ? 'pending' : 'booked')

  const own = planDemoClient(published, today).map(({ slot, outcome }) => book(slot, demoClient, outcome))
  const calledOff = slots.filter(({ session }) => session.status === 'cancelled')
  const untouched = (slot: DemoSlot) => !own.some(appointment => appointment.slot === slot)
  let inError = counts.inError
  const given = [
    ...fill(calledOff, calledOff.length - 3, () => 'cancelled'),
    ...fill(dice.shuffle(past.filter(untouched)), counts.pastCancelled + counts.inError, () =>
      (inError -= 1) >= 0 ? 'entered-in-error' : 'cancelled',
    ),
    ...fill(dice.shuffle(soon), counts.aheadCancelled, () => 'cancelled'),
  ]
  const seats = dice.shuffle(past.flatMap(slot => Array.from({ length: slot.seats }, () => slot)))
  const attended = markMissed(
    fill(seats, counts.past, () => 'fulfilled'),
    dice,
  )
  const todays = fill(bookedToday(published, dice), Number.POSITIVE_INFINITY, slot => statusToday(slot, today), mayOpen)
  const full = seatsOfOne(ahead, 'workshop-sleep')
  const coming = [
    ...fill(full, full.length, aheadAs, mayOpen),
    ...fill(dice.shuffle(soon), counts.ahead, aheadAs, mayOpen),
    ...fill(dice.shuffle(soon.filter(({ session }) => session.type === 'counselling')), counts.pending, () => 'pending', mayOpen),
  ]
  return [...own, ...given, ...attended, ...withQuestions(todays), ...coming]
}

/** All seats of the next session of a name. */
function seatsOfOne(ahead: readonly DemoSlot[], name: string): DemoSlot[] {
  const next = ahead.find(({ session }) => session.name === name)?.session
  return ahead.filter(({ session }) => session === next).flatMap(slot => Array.from({ length: slot.seats }, () => slot))
}

/** Two thirds of the demo mentor's day, and a share of the other mentors'; groups are well filled. */
function bookedToday(slots: readonly DemoSlot[], dice: Dice): DemoSlot[] {
  const today = slots.filter(({ session }) => session.dayOffset === 0)
  const own = today.filter(slot => slot.mentor === demoMentor && slot.seats === 1).filter((_, index) => index % 3 !== 2)
  const others = today
    .filter(slot => slot.mentor !== demoMentor || slot.seats > 1)
    .flatMap(slot => Array.from({ length: slot.seats }, () => slot))
  return [...own, ...others.filter(slot => dice.chance(slot.seats > 1 ? 0.6 : 0.3))]
}

/** Today's progress: the sessions that ended last still need an outcome, and early clients have arrived. */
function statusToday({ starts, ends }: DemoSlot, { now }: DemoDay): AppointmentStatus {
  if (ends <= now - 150 * minute) return 'fulfilled'
  return starts <= now + 10 * minute ? 'arrived' : 'booked'
}

/**
 * Marks some past appointments as missed: for one client so many that booking is paused, fewer for
 * others; a few are excused.
 */
function markMissed(attended: DemoAppointment[], dice: Dice): DemoAppointment[] {
  const missed = new Map<DemoClient, number>()
  let left = counts.missed
  for (const appointment of dice.shuffle(attended)) {
    const { client, slot } = appointment
    const before = missed.get(client) ?? 0
    const often = client.name === oftenMissing
    if (before >= (often ? mostMissed + 1 : mostMissed) || (left <= 0 && !often)) continue
    missed.set(client, before + 1)
    left -= 1
    const excusedAt = !often && dice.chance(0.2) ? Math.min(slot.ends + 2 * hour, slot.starts + day) : null
    Object.assign(appointment, { outcome: 'noshow', payment: null, excusedAt })
  }
  return attended
}

/** Every client of today has a question of their own. */
function withQuestions(appointments: readonly DemoAppointment[]): DemoAppointment[] {
  const asked: Record<SupportTypeKey, number> = { career: 0, study: 0, counselling: 0, workshop: 0 }
  return appointments.map(appointment => {
    const { type } = appointment.slot.session
    const questions = supportQuestions[type]
    return { ...appointment, questions: [questions[asked[type]++ % questions.length] as string] }
  })
}
