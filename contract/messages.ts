import { z } from 'zod'

/** Why a message was dropped, could not be sent or failed; of one that is under way or sent, what there is to know about it. */
export const MessageWhy = z.enum([
  'superseded', // a later message tells what holds now
  'changed', // what it tells of is not so any more
  'past', // its time is over
  'erased',
  'no_address', // neither an address nor a number to send it to
  'not_wanted', // they chose to get none
  'no_gateway', // the site cannot send in the way that they can be reached
  'unknown_kind', // of a version that this one does not know
  'refused', // the mail server refuses the address or the message
  'gave_up', // a day of tries
  'answer_lost', // it was handed over and no answer came: they may have got it
])
export type MessageWhy = z.infer<typeof MessageWhy>
