/**
 * Every way the API says no: a stable code for programs, its status, a short title, and a sentence for a person (RFC 9457).
 * `docs/api/refusals.md` lists the same codes; a test keeps the two equal.
 */
export const refusals = {
  bad_json: { status: 400, title: 'Not JSON', message: 'The request is not readable JSON. Nothing was changed.' },
  bad_request: { status: 400, title: 'Bad request', message: 'The request could not be read. Nothing was changed.' },
  bad_signature: { status: 400, title: 'Not signed', message: 'This was not signed with the right secret, or too long ago.' },
  unauthenticated: { status: 401, title: 'Not signed in', message: 'Please log in first.' },
  cookie_missing: {
    status: 401,
    title: 'Cookie missing',
    message: 'Your login came without its cookie. Please allow cookies for this site, then log in again.',
  },
  wrong_login: { status: 401, title: 'Login failed', message: 'The phone number or the password is not right.' },
  password_required: {
    status: 401,
    title: 'Password needed',
    message: 'Your roles need more than your phone. Please log in with your password.',
  },
  code_required: {
    status: 401,
    title: 'Code needed',
    message: 'Please confirm your login with the code that your authenticator app shows.',
  },
  phone_code_required: {
    status: 401,
    title: 'Confirm your phone',
    message: 'We have sent a code to your phone. Enter it to set up your authenticator app.',
  },
  login_expired: { status: 401, title: 'Login expired', message: 'Too much time has passed, or too many tries. Please log in again.' },
  identity_required: {
    status: 403,
    title: 'Confirm who you are',
    message:
      'This number has not been used here for a year, and numbers are handed on. Please confirm the name or the e-mail address that we have on file.',
  },
  missing_ability: { status: 403, title: 'Not allowed', message: 'Your roles do not allow this.' },
  not_for_programs: {
    status: 403,
    title: 'Not for programs',
    message: 'Tokens of programs cannot do this. Please log in and do it yourself.',
  },
  read_only: { status: 403, title: 'Only for reading', message: 'This token may only read. Nothing was changed.' },
  not_mentor: { status: 403, title: 'Not allowed', message: 'Only mentors can open this.' },
  outranked: {
    status: 403,
    title: 'Holds more than you',
    message: 'This person holds abilities that you do not hold. Ask somebody who holds them. Nothing was changed.',
  },
  beyond_own: {
    status: 403,
    title: 'More than you hold',
    message: 'You can only give and take what you hold yourself. Nothing was changed.',
  },
  reason_required: {
    status: 403,
    title: 'Reason needed',
    message: 'This record is outside your own work. Say why you are opening it; the person can read your reason.',
  },
  missed_too_many: {
    status: 403,
    title: 'Too many missed appointments',
    message: 'You have missed several appointments lately, so booking online is paused. Please contact us and we will book for you.',
  },
  too_many_open: {
    status: 403,
    title: 'Too many open appointments',
    message: 'You already have as many appointments ahead as can be open at once. Cancel or attend one, then book again.',
  },
  not_found: { status: 404, title: 'Not found', message: 'There is nothing here that you can see.' },
  already_registered: {
    status: 409,
    title: 'Already registered',
    message: 'This phone number is registered already. Please log in with it, or contact the organisation.',
  },
  already_closed: { status: 409, title: 'Closed already', message: 'That day is entered as closed already. Nothing was changed.' },
  already_given: { status: 409, title: 'Already told', message: 'This has been said already, and only once for each session. Thank you.' },
  bad_transition: { status: 409, title: 'Not possible now', message: 'The appointment cannot go from its present status to that one.' },
  client_busy: { status: 409, title: 'Two at once', message: 'There is already an appointment at that time.' },
  has_bookings: {
    status: 409,
    title: 'People are booked',
    message: 'People are booked in times that this change would remove. Nothing was changed.',
  },
  idempotency_mismatch: {
    status: 409,
    title: 'Key used before',
    message: 'This Idempotency-Key was used with another request. Nothing was changed.',
  },
  in_progress: { status: 409, title: 'Still working', message: 'The same request is still being worked on. Please try again in a moment.' },
  has_schedules: {
    status: 409,
    title: 'Sessions were planned here',
    message: 'Another time zone would give another time to sessions that took place or that people were booked in. Nothing was changed.',
  },
  key_taken: { status: 409, title: 'Key in use', message: 'Another contract has this key. Nothing was saved.' },
  last_administrator: {
    status: 409,
    title: 'The last administrator',
    message: 'Nobody else would be left who can do everything. Give somebody else that role first. Nothing was changed.',
  },
  mentor_busy: { status: 409, title: 'Mentor is busy', message: 'A mentor already has another session at that time. Nothing was saved.' },
  merge_conflict: {
    status: 409,
    title: 'Cannot be merged so',
    message: 'These two records cannot be merged as they are. Nothing was changed.',
  },
  name_taken: { status: 409, title: 'Name in use', message: 'There is one of this name already. Please choose another name.' },
  not_bookable: { status: 409, title: 'Not bookable', message: 'This time cannot be booked.' },
  not_held: { status: 409, title: 'Not yet', message: 'You can say how it was once the session has taken place.' },
  not_yourself: { status: 409, title: 'Your own record', message: 'This is your own record. Ask a colleague. Nothing was changed.' },
  record_merged: {
    status: 409,
    title: 'Record merged',
    message:
      'This number belongs to a record that the organisation has merged with another one. Log in with your other number, or ask the organisation to change it.',
  },
  log_in_again: {
    status: 403,
    title: 'Please log in again',
    message: 'For your safety, please log out and log in again before you change this.',
  },
  phone_taken: { status: 409, title: 'Number in use', message: 'Another person already uses this phone number.' },
  plan_outdated: {
    status: 409,
    title: 'The plan is outdated',
    message: 'Something changed since this plan was made, so nothing was changed and nobody was told. Please look at it again.',
  },
  record_closed: {
    status: 409,
    title: 'Record is closed',
    message: 'This record was merged or erased, and stays as it is.',
  },
  role_in_use: {
    status: 409,
    title: 'Somebody holds it',
    message: 'People hold this role. Take it from them first; then it can be deleted.',
  },
  slot_taken: { status: 409, title: 'Just taken', message: 'Somebody else has just taken this time.' },
  already_waiting: { status: 409, title: 'Waiting already', message: 'You are already waiting for a place on these days.' },
  too_many_calendars: {
    status: 409,
    title: 'Enough addresses',
    message: 'You already have as many calendar addresses as can be in use at once. Stop one of them first.',
  },
  too_many_waiting: {
    status: 409,
    title: 'Waiting for several places',
    message: 'You are already waiting for as many places as is possible at once. Leave one of the lists first.',
  },
  times_free: {
    status: 409,
    title: 'There are free times',
    message: 'There are free times on these days, so you can book one right away.',
  },
  not_resendable: {
    status: 409,
    title: 'Cannot be sent again',
    message: 'One-time codes, and messages to people who are gone, are never sent again.',
  },
  message_under_way: {
    status: 409,
    title: 'Still on its way',
    message: 'This message, or its repetition, is still on its way. It can be sent again once that has ended.',
  },
  not_to_phone: {
    status: 409,
    title: 'Nobody to phone',
    message: 'This message did not fail, or is not one that anybody is phoned about.',
  },
  not_redeliverable: {
    status: 409,
    title: 'Cannot be sent again',
    message: 'This is still on its way, or its address is switched off.',
  },
  too_many_webhooks: {
    status: 409,
    title: 'Enough addresses',
    message: 'There are as many webhooks as can be told of everything. Remove one of them first.',
  },
  waiting_ended: { status: 409, title: 'No longer waiting', message: 'This entry of the waiting list has already ended.' },
  offer_ended: { status: 409, title: 'Offer ended', message: 'This offer has ended, and the place has gone to somebody else.' },
  stale: {
    status: 409,
    title: 'Changed meanwhile',
    message: 'Somebody changed this since you opened it. Nothing was saved; please look at it again.',
  },
  too_late: { status: 409, title: 'Too late', message: 'It is too late to change this online. Please contact us.' },
  setup_done: { status: 409, title: 'Already set up', message: 'The first administrator exists already. Please log in.' },
  too_large: { status: 413, title: 'Too large', message: 'That is more than can be sent at once.' },
  unsupported_media: { status: 415, title: 'Unknown format', message: 'Please send JSON (application/json).' },
  demo_is_local: {
    status: 421,
    title: 'Only on its own machine',
    message:
      'This is a demo, and its passwords are public. It answers only on the machine it runs on, at 127.0.0.1 or localhost and without a proxy. For an organisation of your own, start it with OPENHOUR_MODE=production.',
  },
  invalid: { status: 422, title: 'Please check what you entered', message: 'Some of what was sent is not right. Nothing was changed.' },
  wrong_code: { status: 422, title: 'Wrong code', message: 'The code is not right or has expired. Ask for a new one if you need it.' },
  wrong_identity: {
    status: 422,
    title: 'Does not match',
    message: 'That does not match what we have on file. Please check it, or contact the organisation.',
  },
  ticket_expired: {
    status: 422,
    title: 'Please confirm your phone again',
    message: 'Too much time has passed since your phone was confirmed. Please ask for a new code.',
  },
  contracts_required: { status: 422, title: 'Agreement needed', message: 'Please read and accept what is required first.' },
  bad_image: {
    status: 422,
    title: 'Not a picture',
    message: 'That file could not be read as a picture. JPEG, PNG, WebP, AVIF and GIF work.',
  },
  wrong_password: { status: 422, title: 'Wrong password', message: 'Your present password is not right. Nothing was changed.' },
  time_skipped: {
    status: 422,
    title: 'That time does not exist',
    message: 'The clock skips that time on this day. Please choose one of its neighbours.',
  },
  time_repeated: {
    status: 422,
    title: 'That time exists twice',
    message: 'The clock passes that time twice on this day. Please say which one.',
  },
  too_many_codes: { status: 429, title: 'Too many tries', message: 'There were too many tries for this number. Please try again later.' },
  too_many_requests: { status: 429, title: 'Slow down', message: 'There were too many requests from here. Please try again in a moment.' },
  unexpected: { status: 500, title: 'Something went wrong', message: 'Something went wrong on our side. Nothing you sent was half-saved.' },
  no_gateway: {
    status: 503,
    title: 'No text messages',
    message: 'This site cannot send codes by text message yet. Please contact the organisation: it can book for you.',
  },
  codes_spent: {
    status: 503,
    title: 'No more codes today',
    message: 'This site cannot send more codes today. Please try again tomorrow, or contact the organisation.',
  },
  overloaded: {
    status: 503,
    title: 'Very busy',
    message: 'So many people are here right now that we could not get to you. Nothing was changed; please try again in a moment.',
  },
  unavailable: {
    status: 503,
    title: 'Back in a moment',
    message: 'Openhour cannot reach its database right now. Nothing was changed; please try again shortly.',
  },
} as const satisfies Record<string, { status: number; title: string; message: string }>

export type RefusalCode = keyof typeof refusals
