import type { WordingName } from '#contract/message-kinds.ts'

/** One letter's words. Subjects stand on locked screens: neither who it is with nor what kind of support. */
export interface Words {
  subject: string
  /** Paragraphs; one that names `{reason}` is left out where there is none. */
  lead: readonly string[]
  /** What the link is called. */
  link: string
  /** The same as a text message, in one or two of them: neither who it is with nor what kind of support. Where it has a page, its address stands after it. */
  sms: string
}

/** Every text of every letter, in English. `{place}`s are filled by letters/write.ts. */
export const letters = {
  requested: {
    subject: 'We have your request for {day}',
    lead: [
      'Thank you. We look at each request of this kind, and write to you as soon as it is decided. The time is kept for you until then.',
    ],
    link: 'See or withdraw your request',
    sms: '{site}: we have your request for {day}. We write to you as soon as it is decided.',
  },
  booked: {
    subject: 'Your appointment on {day}',
    lead: ['Your appointment is booked.'],
    link: 'See, move or cancel it',
    sms: '{site}: your appointment is booked for {day}, {place}.',
  },
  approved: {
    subject: 'Your appointment on {day} is confirmed',
    lead: ['Your request was approved: the appointment is booked.'],
    link: 'See, move or cancel it',
    sms: '{site}: your appointment on {day}, {place}, is confirmed.',
  },
  moved: {
    subject: 'Your appointment has changed: {day}',
    lead: ['Your appointment has changed. This is what holds now.', 'Why: {reason}'],
    link: 'See, move or cancel it',
    sms: '{site}: your appointment has changed. It is on {day} now, {place}.',
  },
  mentorChanged: {
    subject: 'Your appointment on {day}: somebody else will see you',
    lead: ['Your appointment stays at its time, with {mentor} instead.', 'Why: {reason}'],
    link: 'See, move or cancel it',
    sms: '{site}: somebody else will see you on {day}. The time stays.',
  },
  cancelledByClient: {
    subject: 'Your appointment on {day} is cancelled',
    lead: ['You cancelled this appointment. Nothing more is to be done.'],
    link: 'Find another time',
    sms: '{site}: you cancelled your appointment on {day}.',
  },
  cancelledByUs: {
    subject: 'Your appointment on {day} is cancelled',
    lead: ['We had to cancel this appointment, and we are sorry.', 'Why: {reason}'],
    link: 'Find another time',
    sms: '{site}: we had to cancel your appointment on {day}, and we are sorry. Find another time:',
  },
  refused: {
    subject: 'Your request for {day}',
    lead: ['We could not say yes to this request, and we are sorry.', 'Why: {reason}'],
    link: 'Find another time',
    sms: '{site}: we could not say yes to your request for {day}, and we are sorry. Find another time:',
  },
  placeChanged: {
    subject: 'Your appointment on {day}: where it takes place has changed',
    lead: [
      'The place of your appointment, or the way to join it, has changed. The time stays.',
      'This applies to all your appointments there.',
    ],
    link: 'See, move or cancel it',
    sms: '{site}: where your appointment on {day} takes place has changed: {place}. The time stays.',
  },
  reminder: {
    subject: 'Your appointment on {day}',
    lead: ['This is to remind you of your appointment.'],
    link: 'See it, or tell us that you cannot come',
    sms: '{site}: your appointment is on {day}, {place}. If you cannot come, please tell us:',
  },
  offer: {
    subject: 'A place is free for you until {until}',
    lead: ['A place that you were waiting for has become free. It is kept for you, and for nobody else, until {until}.'],
    link: 'Take it or leave it',
    sms: '{site}: a place is free and kept for you until {until}. Take it or leave it:',
  },
  offerExpired: {
    subject: 'The place that we kept for you has gone on',
    lead: ['We did not hear from you in time, and have offered the place to the next person.'],
    link: 'See where you stand',
    sms: '{site}: we did not hear from you in time. The place that we kept for you has gone on.',
  },
  offerWithdrawn: {
    subject: 'The place that we kept for you is gone',
    lead: ['The place that we kept for you is not there any more, and we are sorry. You keep your turn.'],
    link: 'See where you stand',
    sms: '{site}: the place that we kept for you is gone, and we are sorry. You keep your turn.',
  },
  removed: {
    subject: 'You are not on the waiting list any more',
    lead: ['We have taken you off the waiting list.'],
    link: 'Find a time',
    sms: '{site}: you are not on the waiting list any more.',
  },
  reassigned: {
    subject: 'Your day has changed',
    lead: ['Appointments were planned anew.'],
    link: 'Open your day',
    sms: '{site}: your day has changed.',
  },
  lowFeedback: {
    subject: 'Feedback that needs a look',
    lead: ['Somebody gave a low score. Please look at it.'],
    link: 'Open the feedback',
    sms: '{site}: there is feedback that needs a look.',
  },
  sessionCancelled: {
    subject: 'Your session on {day} is cancelled',
    lead: ['This session of yours is cancelled. Everybody who was booked is told as well.', 'Why: {reason}'],
    link: 'Open your day',
    sms: '{site}: your session on {day}, {place}, is cancelled.',
  },
  requestPending: {
    subject: 'Requests wait for a decision: {count}',
    lead: ['People have asked for an appointment and wait to hear from you. Requests that wait: {count}.'],
    link: 'Open the requests',
    sms: '{site}: requests that wait for a decision: {count}.',
  },
  feedbackRequest: {
    subject: 'How was it?',
    lead: ['You were with us on {day}. If you like, tell us how it was: it takes a minute, and helps us to do better.'],
    link: 'Say how it was',
    sms: '{site}: if you like, tell us how it was on {day}:',
  },
  contractToAccept: {
    subject: 'Something to read and accept before you come',
    lead: ['Before your next appointment, please read and accept: {title}.'],
    link: 'Read and accept it',
    sms: '{site}: before your next appointment, there is something to read and accept:',
  },
  phoneChanged: {
    subject: 'Your phone number has changed',
    lead: [
      'Another phone number now logs in as you. You were logged out on your devices. If you did not ask for this, please contact us at once.',
    ],
    link: 'See your profile',
    sms: '{site}: another phone number now logs in as you. If you did not ask for this, please contact us at once.',
  },
} as const satisfies Record<WordingName, Words>

/** The text message with the code that staff asked for: its owner reads it to them. */
export const readOutCodeText =
  '{site}: your code is {code}. Read it to our staff only if you asked us to change your phone number. It works once, for 5 minutes.'

/** The text message with a one-time code. */
export const codeText = '{site}: your code is {code}. It works once, for 5 minutes. We never ask you for it.'

/** What stands around every letter. */
export const frame = {
  greeting: 'Hello {name},',
  sender: 'This was sent by {site}. Times are those of the place, in the time zone {zone}.',
  senderWithoutTime: 'This was sent by {site}.',
  when: 'When',
  where: 'Where',
  join: 'To join',
  joinHow: 'The link is on your appointment’s page from 24 hours before the start.',
  mentor: 'With',
  reference: 'Reference',
  serial: 'Number',
  takenOver: 'New for you',
  lost: 'No longer yours',
} as const
