import type { DemoAppointment } from './appointment.ts'
import { type DemoDay, hour, minute } from './demo-day.ts'
import { type DemoQuestion, feedbackForms, feedbackWords } from './feedback-form.ts'
import { type MentorKey, mentors } from './mentors.ts'
import { type Dice, createDice } from './random.ts'

/** Feedback about one demo appointment; `at` is in ms since 1970. */
export interface DemoFeedback {
  type: 'client' | 'mentor'
  appointment: DemoAppointment
  at: number
  answers: readonly { question: DemoQuestion; value: string }[]
}

/** The share of sessions with feedback. */
const shares = { client: 0.6, mentor: 0.35 }

/** Feedback by clients and mentors, before today. */
export function planFeedback(appointments: readonly DemoAppointment[], today: DemoDay): DemoFeedback[] {
  const dice = createDice('feedback')
  const stars = rateTowards(dice)
  return appointments
    .filter(({ outcome, slot }) => outcome === 'fulfilled' && slot.session.dayOffset < 0)
    .flatMap(appointment =>
      (['client', 'mentor'] as const).flatMap(type => {
        const at = appointment.slot.ends + dice.between(10, 20 * 60) * minute
        const given = dice.chance(shares[type]) && at < today.start - hour
        return given ? [{ type, appointment, at, answers: answersOf(type, appointment.slot.mentor, stars, dice) }] : []
      }),
    )
}

type Rate = (type: DemoFeedback['type'], mentor: MentorKey) => number

function answersOf(type: DemoFeedback['type'], mentor: MentorKey, stars: Rate, dice: Dice): DemoFeedback['answers'] {
  const rating = stars(type, mentor)
  return feedbackForms[type]
    .filter(({ answered }) => dice.chance(answered))
    .map(question => ({ question, value: answerTo(question, type, rating, dice) }))
}

function answerTo({ widget, options }: DemoQuestion, type: DemoFeedback['type'], rating: number, dice: Dice): string {
  if (widget === 'star') return String(rating)
  if (widget === 'text') return dice.pick(feedbackWords[type])
  // The options are ordered from good to poor; satisfied clients choose good ones.
  if (widget === 'radio') return options[Math.min(options.length - 1, dice.between(0, 6 - rating) > 1 ? 1 : 0)] as string
  return dice.pick(options)
}

/** Varying ratings with the mentor's average. */
function rateTowards(dice: Dice): Rate {
  const given = new Map<string, { sum: number; count: number }>()
  return (type, mentor) => {
    const name = `${type} ${mentor}`
    const { sum, count } = given.get(name) ?? { sum: 0, count: 0 }
    const due = mentors[mentor].rating * (count + 1) - sum
    const rating = Math.max(2, Math.min(5, Math.round(due + dice.between(-9, 9) / 10)))
    given.set(name, { sum: sum + rating, count: count + 1 })
    return rating
  }
}
