import type { Weekday } from '#domain/time/local-date.ts'
import type { LocalTime } from '#domain/time/local-time.ts'
import type { MentorKey } from './mentors.ts'
import type { PlaceKey, SupportTypeKey } from './organisation.ts'

/** A weekly session. Times are local to the place. */
export interface WeeklySession {
  name: string
  type: SupportTypeKey
  place: PlaceKey
  days: readonly Weekday[]
  from: LocalTime
  to: LocalTime
  mentors: readonly MentorKey[]
  seats?: number
  note?: string
  /** Its times are longer, and kept for appointments with an interpreter. */
  interpreted?: boolean
}

const weekdays: readonly Weekday[] = [1, 2, 3, 4, 5]

/** Minutes between the slots of a session. */
export const breakMinutes: Record<SupportTypeKey, number> = { career: 0, study: 5, counselling: 10, workshop: 15 }

/**
 * The usual week: no mentor has overlapping sessions, and career advice and study support are available
 * every weekday.
 */
export const weekPlan: readonly WeeklySession[] = [
  { name: 'career-morning', type: 'career', place: 'house', days: [1, 3, 5], from: '09:30', to: '12:30', mentors: ['amara', 'daniel'] },
  { name: 'career-morning-amara', type: 'career', place: 'house', days: [2, 4], from: '09:30', to: '12:30', mentors: ['amara'] },
  { name: 'career-afternoon-amara', type: 'career', place: 'house', days: [2, 4], from: '14:00', to: '16:30', mentors: ['amara'] },
  { name: 'career-afternoon-daniel', type: 'career', place: 'house', days: [1, 3, 5], from: '13:30', to: '16:00', mentors: ['daniel'] },
  { name: 'career-evening-daniel', type: 'career', place: 'house', days: [2, 4], from: '16:30', to: '19:30', mentors: ['daniel'] },
  { name: 'career-morning-marcus', type: 'career', place: 'canal', days: [2, 4], from: '10:00', to: '13:00', mentors: ['marcus'] },
  { name: 'career-afternoon-marcus', type: 'career', place: 'canal', days: [1, 3, 5], from: '13:30', to: '16:30', mentors: ['marcus'] },
  { name: 'career-online', type: 'career', place: 'online', days: weekdays, from: '09:00', to: '12:00', mentors: ['jonas'] },
  { name: 'career-online-later', type: 'career', place: 'online', days: [1, 2, 3, 4], from: '14:00', to: '16:00', mentors: ['jonas'] },

  { name: 'study-afternoon', type: 'study', place: 'canal', days: weekdays, from: '13:00', to: '16:15', mentors: ['priya', 'tomasz'] },
  { name: 'study-morning-priya', type: 'study', place: 'canal', days: [2, 4], from: '09:30', to: '11:55', mentors: ['priya'] },
  { name: 'study-evening-tomasz', type: 'study', place: 'canal', days: [1, 3], from: '17:00', to: '19:25', mentors: ['tomasz'] },
  { name: 'study-morning-yuting', type: 'study', place: 'house', days: [1, 3, 5], from: '09:30', to: '12:45', mentors: ['yuting'] },
  { name: 'study-afternoon-yuting', type: 'study', place: 'house', days: [2, 4], from: '14:00', to: '17:15', mentors: ['yuting'] },
  { name: 'study-online', type: 'study', place: 'online', days: weekdays, from: '15:00', to: '18:15', mentors: ['zeynep'] },
  { name: 'study-online-saturday', type: 'study', place: 'online', days: [6], from: '10:00', to: '12:25', mentors: ['zeynep'] },

  { name: 'counselling-sian', type: 'counselling', place: 'house', days: [1, 2, 3, 4], from: '10:00', to: '14:50', mentors: ['sian'] },
  { name: 'counselling-leila', type: 'counselling', place: 'canal', days: [2, 3, 4, 5], from: '12:00', to: '16:50', mentors: ['leila'] },
  { name: 'counselling-eilidh', type: 'counselling', place: 'house', days: [1, 3, 5], from: '13:00', to: '18:50', mentors: ['eilidh'] },
  { name: 'counselling-online', type: 'counselling', place: 'online', days: [1, 2, 4], from: '14:00', to: '18:50', mentors: ['mateo'] },

  {
    name: 'workshop-first-jobs',
    type: 'workshop',
    place: 'canal',
    days: [2],
    from: '18:00',
    to: '19:30',
    mentors: ['marcus'],
    seats: 10,
    note: 'First jobs, and jobs after a gap. Bring what you have, however old.',
  },
  {
    name: 'workshop-interviews',
    type: 'workshop',
    place: 'house',
    days: [3],
    from: '17:30',
    to: '19:00',
    mentors: ['amara'],
    seats: 12,
    note: 'Interviews without the fear: we practise in pairs, no one has to go first.',
  },
  {
    name: 'workshop-far-from-home',
    type: 'workshop',
    place: 'online',
    days: [3],
    from: '18:00',
    to: '19:30',
    mentors: ['mateo'],
    seats: 12,
    note: 'Far from home: for people who have moved countries. Cameras are optional.',
  },
  {
    name: 'workshop-writing',
    type: 'workshop',
    place: 'house',
    days: [4],
    from: '17:45',
    to: '19:15',
    mentors: ['yuting'],
    seats: 10,
    note: 'Writing to a deadline: bring the page you are stuck on.',
  },
  {
    name: 'workshop-sleep',
    type: 'workshop',
    place: 'house',
    days: [5],
    from: '10:30',
    to: '12:00',
    mentors: ['sian'],
    seats: 8,
    note: 'Sleep and worry. Blankets are provided.',
  },
  {
    name: 'workshop-saturday',
    type: 'workshop',
    place: 'canal',
    days: [6],
    from: '10:30',
    to: '13:45',
    mentors: ['marcus'],
    seats: 10,
    note: 'Saturday surgery for applications. Drop in for one of the two rounds.',
  },
  {
    name: 'counselling-interpreted',
    type: 'counselling',
    place: 'house',
    days: [4],
    from: '15:10',
    to: '18:00',
    mentors: ['sian'],
    interpreted: true,
  },
]

/** Extra sessions of the demo mentor today, so that they have work on every day and at every hour. */
export const demoMentorToday: readonly WeeklySession[] = [
  { name: 'today-morning', type: 'career', place: 'house', days: [6, 7], from: '09:30', to: '12:30', mentors: ['amara'] },
  { name: 'today-afternoon', type: 'career', place: 'house', days: [1, 3, 5, 6, 7], from: '14:00', to: '16:30', mentors: ['amara'] },
  { name: 'today-evening', type: 'career', place: 'house', days: [1, 2, 4, 5, 6, 7], from: '18:00', to: '20:30', mentors: ['amara'] },
]
