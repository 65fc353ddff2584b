import type { WordingName } from '#contract/message-kinds.ts'
import type { SignInChange } from '../../people/announcements/commands.ts'

/** The texts of one letter. Locked screens show subjects: they name neither the mentor nor the support type. */
export interface LetterTexts {
  subject: string
  /** Paragraphs; one with `{reason}` is omitted if there is no reason. */
  lead: readonly string[]
  /** The label of the link. */
  link: string
  /** The text message, of one or two segments, without mentor and support type. The link follows it. */
  sms: string
}

/** The texts of all letters in English. write-letter.ts fills the placeholders. */
export const letters = {
  requested: {
    subject: 'We have your request for {day}',
    lead: [
      'Thank you for your request. We review each request of this kind and will let you know as soon as it is decided. We are keeping the time free for you until then.',
    ],
    link: 'View or withdraw your request',
    sms: '{site}: we have your request for {day}. We will let you know as soon as it is decided.',
  },
  booked: {
    subject: 'Your appointment on {day}',
    lead: ['Your appointment is booked.'],
    link: 'View, move or cancel it',
    sms: '{site}: your appointment is booked for {day}, {place}.',
  },
  approved: {
    subject: 'Your appointment on {day} is confirmed',
    lead: ['Good news: we have approved your request and your appointment is booked.'],
    link: 'View, move or cancel it',
    sms: '{site}: your appointment on {day}, {place}, is confirmed.',
  },
  moved: {
    subject: 'Your appointment has changed: {day}',
    lead: ['Your appointment has changed. These are the new details.', 'Why: {reason}'],
    link: 'View, move or cancel it',
    sms: '{site}: your appointment has changed. It is now on {day}, {place}.',
  },
  mentorChanged: {
    subject: 'Your appointment on {day}: a different mentor will see you',
    lead: ['The time of your appointment stays the same, but you will meet {mentor} instead.', 'Why: {reason}'],
    link: 'View, move or cancel it',
    sms: '{site}: a different mentor will see you on {day}. The time stays the same.',
  },
  cancelledByClient: {
    subject: 'Your appointment on {day} is cancelled',
    lead: ['You have cancelled this appointment. You don’t need to do anything else.'],
    link: 'Find another time',
    sms: '{site}: you have cancelled your appointment on {day}.',
  },
  cancelledByUs: {
    subject: 'Your appointment on {day} is cancelled',
    lead: ['We are sorry, but we had to cancel this appointment.', 'Why: {reason}'],
    link: 'Find another time',
    sms: '{site}: we are sorry, but we had to cancel your appointment on {day}. Find another time:',
  },
  refused: {
    subject: 'Your request for {day}',
    lead: ['We are sorry, but we cannot offer you this appointment.', 'Why: {reason}'],
    link: 'Find another time',
    sms: '{site}: we are sorry, but we cannot offer you the appointment on {day}. Find another time:',
  },
  placeChanged: {
    subject: 'Your appointment on {day}: the place has changed',
    lead: [
      'The place of your appointment, or the way to join it, has changed. The time stays the same.',
      'This applies to all your appointments there.',
    ],
    link: 'View, move or cancel it',
    sms: '{site}: the place of your appointment on {day} has changed to {place}. The time stays the same.',
  },
  reminder: {
    subject: 'Your appointment on {day}',
    lead: ['This is a reminder of your appointment. We look forward to seeing you.'],
    link: 'View it, or let us know if you can’t come',
    sms: '{site}: your appointment is on {day}, {place}. If you can’t come, please let us know:',
  },
  offer: {
    subject: 'A place is reserved for you until {until}',
    lead: ['Good news: a place that you were waiting for is free. We have reserved it for you until {until}.'],
    link: 'Accept or decline the place',
    sms: '{site}: a place is free and reserved for you until {until}. Accept or decline it:',
  },
  offerExpired: {
    subject: 'Your reserved place has been offered to the next person',
    lead: ['We did not hear from you in time, so we have offered the place to the next person.'],
    link: 'View your place on the waiting list',
    sms: '{site}: we did not hear from you in time, so we have offered your place to the next person.',
  },
  offerWithdrawn: {
    subject: 'Your reserved place is no longer available',
    lead: ['We are sorry, but the place that we reserved for you is no longer available. You keep your position on the waiting list.'],
    link: 'View your place on the waiting list',
    sms: '{site}: we are sorry, your reserved place is no longer available. You keep your position on the waiting list.',
  },
  removed: {
    subject: 'You are no longer on the waiting list',
    lead: ['We have removed you from the waiting list.'],
    link: 'Find a time',
    sms: '{site}: you are no longer on the waiting list.',
  },
  reassigned: {
    subject: 'Your day has changed',
    lead: ['Some of your appointments have changed.'],
    link: 'Open your day',
    sms: '{site}: your day has changed.',
  },
  lowFeedback: {
    subject: 'Feedback needs your attention',
    lead: ['A client or mentor gave a low score. Please review it.'],
    link: 'Open the feedback',
    sms: '{site}: there is feedback that needs your attention.',
  },
  sessionCancelled: {
    subject: 'Your session on {day} is cancelled',
    lead: ['Your session is cancelled. We are letting all booked clients know as well.', 'Why: {reason}'],
    link: 'Open your day',
    sms: '{site}: your session on {day}, {place}, is cancelled.',
  },
  sessionsCancelled: {
    subject: 'Sessions cancelled: {count}',
    lead: ['{count} of your sessions are cancelled. We are letting all booked clients know as well.', 'Why: {reason}'],
    link: 'Open your day',
    sms: '{site}: {count} of your sessions are cancelled, the first one on {day}, {place}.',
  },
  requestPending: {
    subject: 'Requests waiting for a decision: {count}',
    lead: ['People have requested appointments and are waiting to hear from you. Requests waiting: {count}.'],
    link: 'Open the requests',
    sms: '{site}: requests waiting for a decision: {count}.',
  },
  hoursApproved: {
    subject: 'Your weekly hours are approved',
    lead: ['We have approved the weekly hours that you proposed. Their sessions are planned and open for booking.'],
    link: 'Open your day',
    sms: '{site}: the weekly hours that you proposed are approved.',
  },
  hoursDeclined: {
    subject: 'Your proposed weekly hours',
    lead: ['We cannot take the weekly hours that you proposed. You can propose others at any time.', 'Why: {reason}'],
    link: 'Open your proposals',
    sms: '{site}: we cannot take the weekly hours that you proposed. The reason is on your page.',
  },
  feedbackRequest: {
    subject: 'How was your appointment?',
    lead: ['Thank you for coming on {day}. If you like, tell us how it was. It takes a minute and helps us improve.'],
    link: 'Give feedback',
    sms: '{site}: thank you for coming on {day}. If you like, tell us how it was:',
  },
  contractToAccept: {
    subject: 'Please read and accept this before you come',
    lead: ['Before your next appointment, please read and accept: {title}.'],
    link: 'Read and accept it',
    sms: '{site}: before your next appointment, please read and accept an agreement:',
  },
  phoneChanged: {
    subject: 'Your phone number has changed',
    lead: [
      'The phone number of your account has changed, and we have logged you out on all devices. If you did not ask for this, please contact us right away.',
    ],
    link: 'View your profile',
    sms: '{site}: the phone number of your account has changed. If you did not ask for this, please contact us right away.',
  },
  signInChanged: {
    subject: 'A change to how you sign in',
    lead: ['{change}', 'If this was you, you don’t need to do anything. If it was not, please contact us right away.'],
    link: 'View your sign-in methods',
    sms: '{site}: {change} If this was not you, please contact us right away.',
  },
  newDevice: {
    subject: 'A new sign-in to your account',
    lead: [
      'Your account was used on a device that we have not seen with it before: {device}.',
      'If this was you, you don’t need to do anything. If it was not, log that device out in your profile and contact us right away.',
    ],
    link: 'View your devices',
    sms: '{site}: your account was used on a new device ({device}). If this was not you, please contact us right away.',
  },
  testMessage: {
    subject: 'A test message from {site}',
    lead: ['This is the test message that you asked for. Your messages arrive.'],
    link: 'Open the dashboard',
    sms: '{site}: this is the test message that you asked for.',
  },
} as const satisfies Record<WordingName, LetterTexts>

/** What changed about how a person signs in, as a sentence of the letter `signInChanged`. */
export const signInChanges = {
  password_set: 'A password was added to your account.',
  password_changed: 'The password of your account was changed.',
  passkey_added: 'A passkey was added to your account.',
  passkey_removed: 'A passkey was removed from your account.',
  passkeys_reset: 'Our staff removed the passkeys of your account.',
  passkey_cloned: 'A copy of one of your passkeys may be in use. We refused to sign it in. Please remove that passkey in your profile.',
  app_added: 'An authenticator app was set up for your account.',
  app_reset: 'Our staff removed the authenticator app of your account.',
  recovery_codes_made: 'New recovery codes were created for your account. The earlier ones no longer work.',
  recovery_code_used: 'A recovery code was used to sign in to your account.',
  emergency_used: 'An emergency link from your organisation’s server was used to sign in to your account.',
  email_changed: 'The e-mail address of your account was changed.',
  email_removed: 'The e-mail address of your account was removed.',
  provider_linked: 'Your account can now be used by signing in with {provider}.',
  provider_unlinked: 'Your account can no longer be used by signing in with {provider}.',
} as const satisfies Record<Exclude<SignInChange['what'], 'new_device'>, string>

/** The text message with a code that staff requested, for the client to read out to them. */
export const readOutCodeText =
  '{site}: your code is {code}. Read it to our staff only if you asked us to change your phone number. It works once, for 5 minutes.'

/** The text message with a one-time code. */
export const codeText = '{site}: your code is {code}. It works once, for 5 minutes. We never ask you for it.'

/** The message with the link of an invitation. The link works for one person, once. */
export const invitationLetter = {
  subject: 'You are invited to {site}',
  lead: [
    '{inviter} invites you to {site}. Open the link to choose how you sign in. It works once, until {until}.',
    'The link is for you alone: please do not pass it on. If you did not expect this, you can ignore this e-mail.',
  ],
  link: 'Accept the invitation',
  sms: '{site}: {inviter} invites you to sign in. The link is for you alone and works once, until {until}:',
} as const

/** The e-mail with a one-time code. */
export const codeLetter = {
  subject: 'Your code for {site}',
  greeting: 'Hello,',
  lead: [
    'Your code is {code}. Enter it on the page where you asked for it. It works once, for 5 minutes.',
    'We never ask you for it. If you did not ask for a code, you can ignore this e-mail.',
  ],
} as const

/** Texts common to all letters. */
export const commonTexts = {
  greeting: 'Hello {name},',
  sender: '{site} sent you this message. Times are local to the place ({zone}).',
  senderWithoutTime: '{site} sent you this message.',
  when: 'When',
  where: 'Where',
  join: 'To join',
  joinHow: 'You will find the link on your appointment’s page from 24 hours before the start.',
  mentor: 'With',
  reference: 'Reference',
  serial: 'Number',
  takenOver: 'New for you',
  lost: 'No longer yours',
  cancelled: 'Cancelled',
} as const
