import type { DayAppointment } from '#contract/day.ts'
import { awaitsOutcome } from '#domain/booking/status.ts'

const minutesSince = (instant: string, now: number): number => Math.floor((now - Date.parse(instant)) / 60_000)

/** Minutes since the client was checked in; null unless they wait or are being seen. */
export const minutesHere = ({ arrived_at }: DayAppointment, now: number): number | null =>
  arrived_at === null ? null : Math.max(0, minutesSince(arrived_at, now))

/** Minutes since the start of an appointment whose client is not here; null unless it runs. */
export function minutesLate({ status, starts_at, ends_at }: DayAppointment, now: number): number | null {
  if (status !== 'booked' || Date.parse(ends_at) <= now) return null
  const late = minutesSince(starts_at, now)
  return late > 0 ? late : null
}

/** Whether the appointment is over and has no outcome. */
export const lacksOutcome = ({ status, ends_at }: DayAppointment, now: number): boolean =>
  awaitsOutcome(status) && Date.parse(ends_at) <= now

/** The clients who need the desk at `now` (epoch ms): the longest wait, the latest, and the soonest first. */
export function findAttention(appointments: readonly DayAppointment[], now: number) {
  const longestFirst = (of: (appointment: DayAppointment) => number | null) =>
    appointments
      .flatMap(appointment => {
        const minutes = lacksOutcome(appointment, now) ? null : of(appointment)
        return minutes === null ? [] : { appointment, minutes }
      })
      .toSorted((a, b) => b.minutes - a.minutes)
  return {
    here: longestFirst(appointment => minutesHere(appointment, now)),
    late: longestFirst(appointment => minutesLate(appointment, now)),
    requests: appointments.filter(({ status, ends_at }) => status === 'pending' && Date.parse(ends_at) > now),
    withoutOutcome: appointments.filter(appointment => lacksOutcome(appointment, now)),
  }
}
