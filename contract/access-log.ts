/**
 * Parts of a record in the access log. A call with `shows` in its contract entry logs each person in its
 * response before it is sent; people read the entries in their profile (decision record 052).
 */
export const shownParts = [
  'profile', // the person's own page: facts, contact details, notes
  'appointment', // one appointment, with its questions
  'history', // earlier appointments
  'questions',
  'feedback',
  'export',
  'search', // found by a search, with the phone number
  'list', // in a list of people or appointments, with the phone number or the questions
  'booking', // the form that books for the person
  'messages', // what was sent to the person
  'waiting', // the waiting list
  'agreements', // which contracts the person accepted
  'roles', // the person's roles
  'merge', // the comparison of two records
  'audit', // what was done to the person's record
  'reason', // nothing yet: the viewer gave a reason for opening the record
] as const
export type ShownPart = (typeof shownParts)[number]
