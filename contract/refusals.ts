/**
 * Every refusal of the API (RFC 9457): a stable code for programs, the HTTP status, a short title and a
 * sentence for people. A check keeps `docs/api/refusals.md` equal to this table.
 */
export const refusals = {
  bad_json: { status: 400, title: 'Invalid JSON', message: 'The request is not valid JSON. Nothing was changed.' },
  bad_request: { status: 400, title: 'Bad request', message: 'The request could not be read. Nothing was changed.' },
  bad_signature: { status: 400, title: 'Invalid signature', message: 'The signature is wrong, or the request was signed too long ago.' },
  bad_logout_token: { status: 400, title: 'Invalid logout token', message: 'The logout token is not valid, or was already used.' },
  unauthenticated: { status: 401, title: 'Not signed in', message: 'Please log in first.' },
  cookie_missing: {
    status: 401,
    title: 'Cookie missing',
    message: 'Your login came without its cookie. Please allow cookies for this site, then log in again.',
  },
  wrong_login: { status: 401, title: 'Login failed', message: 'The phone number or password is not correct.' },
  password_required: { status: 401, title: 'Password needed', message: 'Your roles require a password. Please log in with your password.' },
  code_required: { status: 401, title: 'Code needed', message: 'Please enter the code from your authenticator app.' },
  phone_code_required: {
    status: 401,
    title: 'Confirm your phone',
    message: 'We have sent a code to your phone. Enter it to set up your authenticator app.',
  },
  login_expired: {
    status: 401,
    title: 'Login expired',
    message: 'Your login took too long or had too many attempts. Please log in again.',
  },
  identity_required: {
    status: 403,
    title: 'Confirm who you are',
    message:
      'You have not used this number here for a year, and phone numbers change owners. Please confirm the name or e-mail address that we have on file.',
  },
  missing_ability: { status: 403, title: 'Not allowed', message: 'Your roles do not allow this.' },
  not_for_programs: {
    status: 403,
    title: 'Not for programs',
    message: 'Programs cannot do this with a token. Please log in and do it yourself.',
  },
  read_only: { status: 403, title: 'Read-only token', message: 'This token can only read. Nothing was changed.' },
  single_sign_on_only: {
    status: 403,
    title: 'Use your organisation’s sign-in',
    message: 'Your roles require your organisation’s own sign-in.',
  },
  provider_refused: {
    status: 403,
    title: 'No access',
    message: 'This account cannot sign in here. Please contact the organisation.',
  },
  not_mentor: { status: 403, title: 'Not allowed', message: 'Only mentors can open this.' },
  outranked: {
    status: 403,
    title: 'More permissions than you',
    message: 'This person has abilities that you do not have. Please ask a colleague who has them. Nothing was changed.',
  },
  beyond_own: {
    status: 403,
    title: 'More than you have',
    message: 'You can only give and remove abilities that you have yourself. Nothing was changed.',
  },
  reason_required: {
    status: 403,
    title: 'Reason needed',
    message: 'This record is outside your own work. Please give a reason for opening it; the person can read your reason.',
  },
  missed_too_many: {
    status: 403,
    title: 'Too many missed appointments',
    message: 'You have missed several appointments recently, so online booking is paused. Please contact us and we will book for you.',
  },
  too_many_open: {
    status: 403,
    title: 'Too many open appointments',
    message: 'You have reached the limit of open appointments. Attend or cancel one, then book again.',
  },
  not_found: { status: 404, title: 'Not found', message: 'We could not find that, or you do not have access to it.' },
  already_registered: {
    status: 409,
    title: 'Already registered',
    message: 'This phone number is already registered. Please log in with it, or contact us.',
  },
  already_closed: { status: 409, title: 'Already closed', message: 'That day is already a closed day. Nothing was changed.' },
  already_given: {
    status: 409,
    title: 'Feedback already given',
    message: 'Feedback can be given once for each session, and we already have it. Thank you.',
  },
  bad_transition: { status: 409, title: 'Not possible now', message: 'The appointment cannot change from its current status to that one.' },
  client_busy: { status: 409, title: 'Overlapping appointment', message: 'There is already an appointment at that time.' },
  has_bookings: {
    status: 409,
    title: 'Appointments in the way',
    message: 'There are appointments at times that this change would remove. Nothing was changed.',
  },
  person_exists: {
    status: 409,
    title: 'Already a person here',
    message: 'A person here has this number or address. Please invite them from their own page.',
  },
  already_invited: {
    status: 409,
    title: 'Already invited',
    message: 'This person has an open invitation. Send it again, or revoke it first.',
  },
  has_account: { status: 409, title: 'Has an account', message: 'This person can already sign in. You can give them roles.' },
  invitation_closed: {
    status: 409,
    title: 'Invitation closed',
    message: 'This invitation was accepted or revoked. Please make another one.',
  },
  invitation_over: {
    status: 404,
    title: 'Link not valid',
    message: 'This link is not valid or has expired. Please ask the person who invited you for another one.',
  },
  invitation_used: { status: 409, title: 'Invitation used', message: 'This invitation was used already. Please sign in.' },
  invitation_blocked: {
    status: 409,
    title: 'Invitation not possible now',
    message: 'The person who invited you can no longer give you this access. Please ask the organisation for another invitation.',
  },
  sign_in_to_accept: {
    status: 403,
    title: 'Please sign in first',
    message: 'You have an account already. Please sign in with it to accept this invitation.',
  },
  address_in_use: {
    status: 409,
    title: 'Address in use',
    message: 'There is an account with this address already. Please sign in with it, and tell the person who invited you.',
  },
  idempotency_mismatch: {
    status: 409,
    title: 'Key already used',
    message: 'This Idempotency-Key was used with a different request. Nothing was changed.',
  },
  in_progress: { status: 409, title: 'Still in progress', message: 'The same request is still in progress. Please try again in a moment.' },
  has_schedules: {
    status: 409,
    title: 'Sessions already planned',
    message: 'A different time zone would change the time of sessions that took place or have been booked. Nothing was changed.',
  },
  key_taken: { status: 409, title: 'Key in use', message: 'Another contract already uses this key. Nothing was saved.' },
  account_taken: {
    status: 409,
    title: 'Account in use',
    message: 'This account is already linked to another person here. Nothing was changed.',
  },
  last_method: {
    status: 409,
    title: 'Your only way to sign in',
    message: 'This is your only way to sign in. Please add another one first. Nothing was changed.',
  },
  last_administrator: {
    status: 409,
    title: 'Last administrator',
    message: 'No other administrator would remain. Give the role to another person first. Nothing was changed.',
  },
  mentor_busy: { status: 409, title: 'Mentor is busy', message: 'A mentor already has another session at that time. Nothing was saved.' },
  merge_conflict: {
    status: 409,
    title: 'These records can’t be merged',
    message: 'These two records cannot be merged as they are. Nothing was changed.',
  },
  name_taken: { status: 409, title: 'Name in use', message: 'This name is already in use. Please choose another one.' },
  not_bookable: { status: 409, title: 'Not bookable', message: 'This time cannot be booked.' },
  not_held: { status: 409, title: 'Not yet', message: 'You can give feedback once the session has taken place.' },
  not_yourself: { status: 409, title: 'Your own record', message: 'This is your own record. Please ask a colleague. Nothing was changed.' },
  record_merged: {
    status: 409,
    title: 'Record merged',
    message:
      'This number belongs to a record that we have merged with another one. Please log in with your other number, or ask us to change it.',
  },
  log_in_again: {
    status: 403,
    title: 'Please confirm it is you',
    message: 'For your safety, please confirm that it is you before you change this. Nothing was changed.',
  },
  email_taken: { status: 409, title: 'Address in use', message: 'Another person already uses this e-mail address.' },
  no_authenticator: {
    status: 409,
    title: 'No authenticator app',
    message: 'Recovery codes replace the code of an authenticator app, and you have none.',
  },
  too_many_passkeys: {
    status: 409,
    title: 'Too many passkeys',
    message: 'You have 20 passkeys, and that is the limit. Please remove one first.',
  },
  phone_taken: { status: 409, title: 'Number in use', message: 'Another person already uses this phone number.' },
  preview_required: {
    status: 409,
    title: 'Preview needed',
    message: 'Sign in through the preview first, so that you see who this lets in. Then switch it on.',
  },
  plan_outdated: {
    status: 409,
    title: 'Plan out of date',
    message: 'Something changed after this plan was made. Nothing was changed and no messages were sent. Please review it again.',
  },
  record_closed: { status: 409, title: 'Record closed', message: 'This record was merged or erased and can no longer be changed.' },
  role_in_use: { status: 409, title: 'Role in use', message: 'People still hold this role. Remove it from them first, then delete it.' },
  slot_taken: { status: 409, title: 'Just taken', message: 'This time has just been taken.' },
  already_waiting: { status: 409, title: 'Already on the waiting list', message: 'You are already on the waiting list for these days.' },
  too_many_calendars: {
    status: 409,
    title: 'Address limit reached',
    message: 'You have reached the limit of calendar addresses. Stop one of them first.',
  },
  too_many_waiting: {
    status: 409,
    title: 'Waiting list limit reached',
    message: 'You have reached the limit of waiting list entries. Leave one of the lists first.',
  },
  times_free: {
    status: 409,
    title: 'Free times available',
    message: 'There are free times on these days, so you can book one right away.',
  },
  not_resendable: {
    status: 409,
    title: 'Cannot be resent',
    message: 'One-time codes, and messages to people whose record was erased, cannot be resent.',
  },
  message_under_way: { status: 409, title: 'Still being sent', message: 'This message is still being sent. You can resend it afterwards.' },
  not_to_phone: { status: 409, title: 'No call needed', message: 'This message was delivered, or is of a kind that needs no phone call.' },
  not_redeliverable: {
    status: 409,
    title: 'Cannot be redelivered',
    message: 'This delivery is still in progress, or its webhook is switched off.',
  },
  too_many_webhooks: {
    status: 409,
    title: 'Webhook limit reached',
    message: 'You have reached the limit of webhooks. Remove one of them first.',
  },
  too_many_providers: {
    status: 409,
    title: 'Provider limit reached',
    message: 'You have reached the limit of identity providers. Remove one of them first.',
  },
  waiting_ended: { status: 409, title: 'No longer waiting', message: 'This waiting list entry has already ended.' },
  offer_ended: { status: 409, title: 'Offer ended', message: 'This offer has ended, and the place was offered to another person.' },
  stale: {
    status: 409,
    title: 'Changed in the meantime',
    message: 'This has changed since you opened it. Nothing was saved. Please check it and try again.',
  },
  undo_over: { status: 409, title: 'Too late to undo', message: 'The people concerned have been told already, so this can’t be undone.' },
  too_late: { status: 409, title: 'Too late', message: 'It is too late to change this online. Please contact us.' },
  setup_done: { status: 409, title: 'Already set up', message: 'There is already an administrator. Please log in.' },
  too_large: { status: 413, title: 'Too large', message: 'The request is too large.' },
  unsupported_media: { status: 415, title: 'Unsupported format', message: 'Please send JSON (application/json).' },
  demo_is_local: {
    status: 421,
    title: 'Demo is local only',
    message:
      'This is a demo with public passwords. It is only available on the machine it runs on, at 127.0.0.1 or localhost, without a proxy. For your organisation, start it with OPENHOUR_MODE=production.',
  },
  invalid: { status: 422, title: 'Please check your input', message: 'Some of the values are not valid. Nothing was changed.' },
  wrong_code: {
    status: 422,
    title: 'Wrong code',
    message: 'The code is not correct or has expired. Please ask for a new one if you need it.',
  },
  wrong_passkey: {
    status: 422,
    title: 'Passkey not accepted',
    message: 'This passkey could not be used here. Please try again, or choose another way.',
  },
  provider_failed: {
    status: 422,
    title: 'Sign-in did not work',
    message: 'The sign-in at your organisation was cancelled or did not work. Please start again.',
  },
  wrong_identity: {
    status: 422,
    title: 'Does not match',
    message: 'That does not match what we have on file. Please check it, or contact us.',
  },
  ticket_expired: {
    status: 422,
    title: 'Please confirm your phone again',
    message: 'Your phone was confirmed too long ago. Please ask for a new code.',
  },
  contracts_required: { status: 422, title: 'Agreement needed', message: 'Please read and accept the required agreements first.' },
  bad_image: {
    status: 422,
    title: 'Not an image',
    message: 'That file could not be read as an image. JPEG, PNG, WebP, AVIF and GIF work.',
  },
  wrong_password: { status: 422, title: 'Wrong password', message: 'Your current password is not correct. Nothing was changed.' },
  time_skipped: {
    status: 422,
    title: 'Time does not exist',
    message: 'The clocks change on this day and skip that time. Please choose another time.',
  },
  time_repeated: {
    status: 422,
    title: 'Time occurs twice',
    message: 'The clocks change on this day, so that time occurs twice. Please choose which one.',
  },
  too_many_codes: {
    status: 429,
    title: 'Too many attempts',
    message: 'There were too many attempts. Please try again later.',
  },
  too_many_requests: { status: 429, title: 'Too many requests', message: 'You have sent too many requests. Please try again in a moment.' },
  unexpected: { status: 500, title: 'Something went wrong', message: 'Something went wrong on our side. Please try again in a moment.' },
  no_gateway: {
    status: 503,
    title: 'Text messages unavailable',
    message: 'This site cannot send text messages yet. Please contact us and we will book for you.',
  },
  no_passkeys: {
    status: 503,
    title: 'Passkeys unavailable',
    message: 'This site cannot use passkeys, because its address has no https or no host name. Please choose another way.',
  },
  codes_spent: {
    status: 503,
    title: 'No more codes today',
    message: 'This site has reached today’s limit of codes. Please try again tomorrow, or contact us.',
  },
  provider_unavailable: {
    status: 503,
    title: 'Sign-in service unavailable',
    message: 'That sign-in service does not answer right now. Please try again in a moment, or use another way to sign in.',
  },
  overloaded: {
    status: 503,
    title: 'Very busy',
    message: 'We are very busy right now and could not handle your request. Nothing was changed. Please try again in a moment.',
  },
  unavailable: {
    status: 503,
    title: 'Temporarily unavailable',
    message: 'Openhour cannot reach its database right now. Nothing was changed. Please try again shortly.',
  },
} as const satisfies Record<string, { status: number; title: string; message: string }>

export type RefusalCode = keyof typeof refusals
