import * as z from 'zod'

/**
 * Why a message was dropped, could not be sent or failed; for a message that is being sent or was sent,
 * what is known about it.
 */
export const MessageWhy = z.enum([
  'switched_off', // the organisation does not send messages of this kind
  'superseded', // a later message tells what holds now
  'undone', // what it tells of was undone before it was sent
  'changed', // what it tells of is not so any more
  'past', // its time is over
  'erased',
  'no_address', // neither an address nor a number to send it to
  'not_wanted', // they chose to get none
  'no_gateway', // the site cannot send in the way that they can be reached
  'unknown_kind', // of a version that this one does not know
  'refused', // the mail server or the gateway refuses the address or the message
  'gave_up', // a day of tries
  'answer_lost', // it was handed over and no answer came: they may have got it
  'day_budget', // the organisation's text messages of the day are spent
  'phone_budget', // this number's are
  'email_budget', // the day's e-mails to a client who has not confirmed the address
  'undelivered', // the gateway took it, and says that it did not arrive
])
export type MessageWhy = z.infer<typeof MessageWhy>

/** The channel of a message. */
export const MessageChannel = z.enum(['email', 'sms'])
