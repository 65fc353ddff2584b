/** One letter's words. Subjects stand on locked screens: neither who it is with nor what kind of support. */
export interface Words {
  subject: string
  /** Paragraphs; one of nothing but a place that is empty is left out. */
  lead: readonly string[]
  /** What the link is called. */
  link: string
}

/** Every text of every letter, in English. `{place}`s are filled by letters/write.ts. */
export const letters = {
  requested: {
    subject: 'We have your request for {day}',
    lead: [
      'Thank you. We look at each request of this kind, and write to you as soon as it is decided. The time is kept for you until then.',
    ],
    link: 'See or withdraw your request',
  },
  booked: {
    subject: 'Your appointment on {day}',
    lead: ['Your appointment is booked.'],
    link: 'See, move or cancel it',
  },
  approved: {
    subject: 'Your appointment on {day} is confirmed',
    lead: ['Your request was approved: the appointment is booked.'],
    link: 'See, move or cancel it',
  },
  moved: {
    subject: 'Your appointment has changed: {day}',
    lead: ['Your appointment has changed. This is what holds now.', '{reason}'],
    link: 'See, move or cancel it',
  },
  mentorChanged: {
    subject: 'Your appointment on {day}: somebody else will see you',
    lead: ['Your appointment stays at its time, with {mentor} instead.', '{reason}'],
    link: 'See, move or cancel it',
  },
  cancelledByClient: {
    subject: 'Your appointment on {day} is cancelled',
    lead: ['You cancelled this appointment. Nothing more is to be done.'],
    link: 'Find another time',
  },
  cancelledByUs: {
    subject: 'Your appointment on {day} is cancelled',
    lead: ['We had to cancel this appointment, and we are sorry.', '{reason}'],
    link: 'Find another time',
  },
  refused: {
    subject: 'Your request for {day}',
    lead: ['We could not say yes to this request, and we are sorry.', '{reason}'],
    link: 'Find another time',
  },
  reminder: {
    subject: 'Your appointment on {day}',
    lead: ['This is to remind you of your appointment.'],
    link: 'See it, or tell us that you cannot come',
  },
  offer: {
    subject: 'A place is free for you until {until}',
    lead: ['A place that you were waiting for has become free. It is kept for you, and for nobody else, until {until}.'],
    link: 'Take it or leave it',
  },
  offerExpired: {
    subject: 'The place that we kept for you has gone on',
    lead: ['We did not hear from you in time, and have offered the place to the next person.'],
    link: 'See where you stand',
  },
  offerWithdrawn: {
    subject: 'The place that we kept for you is gone',
    lead: ['The place that we kept for you is not there any more, and we are sorry. You keep your turn.'],
    link: 'See where you stand',
  },
  removed: {
    subject: 'You are not on the waiting list any more',
    lead: ['We have taken you off the waiting list.'],
    link: 'Find a time',
  },
  reassigned: {
    subject: 'Your day has changed',
    lead: ['Appointments were planned anew.'],
    link: 'Open your day',
  },
  lowFeedback: {
    subject: 'Feedback that needs a look',
    lead: ['Somebody gave a low score. Please look at it.'],
    link: 'Open the feedback',
  },
} as const satisfies Record<string, Words>
export type LetterName = keyof typeof letters

/** What stands around every letter. */
export const frame = {
  greeting: 'Hello {name},',
  sender: 'This was sent by {site}. Times are those of the place, in the time zone {zone}.',
  senderWithoutTime: 'This was sent by {site}.',
  reason: 'Why: {text}',
  when: 'When',
  where: 'Where',
  mentor: 'With',
  reference: 'Reference',
  serial: 'Number',
  takenOver: 'New for you',
  lost: 'No longer yours',
} as const
