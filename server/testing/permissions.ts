import type { AbilityName } from '#contract/abilities.ts'
import type { Calls } from '#contract/calls.ts'
import { wholeRecordAbilities, type WholeRecordAction } from '#contract/whole-record.ts'

// Who may do what, as a table: the result of every call by kind of caller and owner of the object. A call
// without a row does not compile; a row that contradicts the contract or omits an id fails. A new kind of
// object also needs a maker in things.ts.

/** The result of a call: `in` (authorised, whatever the body leads to), or exactly this refusal. */
export type Cell = 'in' | 401 | 403 | 404

/**
 * `holder` is an administrator with only the row's first ability, `lacking` one with all abilities but
 * the row's.
 */
export const askers = ['visitor', 'client', 'mentor', 'holder', 'lacking', 'everything'] as const
export type Asker = (typeof askers)[number]
type Cells = Record<Asker, Cell>

/** The owner of the object: the caller, another person, or none because it does not exist. */
export const relations = ['own', 'other', 'none'] as const
export type Relation = (typeof relations)[number]

export type Thing =
  | 'acceptance'
  | 'appointment'
  | 'busy calendar'
  | 'calendar'
  | 'client'
  | 'closed day'
  | 'contract'
  | 'feedback'
  | 'invitation'
  | 'passkey'
  | 'person'
  | 'photo'
  | 'place'
  | "place's calendar"
  | 'question'
  | 'role'
  | 'saved view'
  | 'schedule'
  | 'session'
  | 'support type'
  | 'time off'
  | 'token'
  | 'message'
  | 'waiting entry'
  | 'webhook'
  | 'webhook delivery'
  | 'weekly hours'
  | 'hours proposal'
  | 'time off request'
  | 'identity provider'
  | 'provider account'

/**
 * An object in a call: where its id is (path parameter, query parameter, or `body.` field), and the
 * results by owner.
 */
export interface Named {
  thing: Thing
  at: string
  cells: Record<Relation, Cells>
  /** The results for another person who is a mentor, where they differ from those for a client. */
  mentorCells?: Cells
}

export interface Rule {
  /** Abilities that each authorise staff; empty if none applies. */
  abilities: readonly AbilityName[]
  /** The results if the call names no object. */
  plain?: Cells
  names?: readonly Named[]
  /** Other ids in the request, by field name, that any authorised caller may use. */
  mentions?: readonly string[]
  /** Abilities that reveal the object without authorising this call; without them it is 404 instead of 403. */
  shownBy?: readonly AbilityName[]
  /** The query and body that the call needs; `session` has enough free seats. */
  query?: Record<string, string>
  body?: object | ((session: { schedule_id: string; starts_at: string }) => object)
}

const cells = (visitor: Cell, client: Cell, mentor: Cell, holder: Cell, lacking: Cell, everything: Cell): Cells => ({
  visitor,
  client,
  mentor,
  holder,
  lacking,
  everything,
})

/** The result for an administrator with only this ability. */
export function cellAlone({ abilities, shownBy }: Rule, ability: AbilityName, cells: Cells): Cell {
  if (abilities.includes(ability)) return cells.holder
  return shownBy ? (shownBy.includes(ability) ? 403 : 404) : cells.lacking
}

const allCallers = cells('in', 'in', 'in', 'in', 'in', 'in')
const signedIn = cells(401, 'in', 'in', 'in', 'in', 'in')
const staffOnly = cells(401, 403, 403, 'in', 403, 'in')
/** All administrators, with any ability. */
const administrators = cells(401, 403, 403, 'in', 'in', 'in')
const hidden = cells(401, 404, 404, 404, 404, 404)
/** Authorised callers get 404 for an object that does not exist. */
const missing = (of: Cells): Cells =>
  Object.fromEntries(Object.entries(of).map(([who, cell]) => [who, cell === 'in' ? 404 : cell])) as Cells

const mentorOnly = cells(401, 403, 'in', 403, 403, 403)
const staffOrMentor = { ...staffOnly, mentor: 'in' } as const

const open: Rule = { abilities: [], plain: allCallers }
const absent: Rule = { abilities: [], plain: missing(allCallers) }
const person: Rule = { abilities: [], plain: signedIn }
const staff = (...abilities: AbilityName[]): Rule => ({ abilities, plain: staffOnly })

/** An object that staff may use, independent of its owner. */
const staffThing = (abilities: AbilityName | AbilityName[], thing: Thing, at = 'id'): Rule => ({
  abilities: [abilities].flat(),
  names: [{ thing, at, cells: { own: staffOnly, other: staffOnly, none: missing(staffOnly) } }],
})
/** The caller's own for all signed-in people; other people's for staff only. */
const ownOr = (abilities: AbilityName | AbilityName[], thing: Thing, at = 'id'): Rule => ({
  abilities: [abilities].flat(),
  names: [{ thing, at, cells: { own: signedIn, other: cells(401, 404, 404, 'in', 404, 'in'), none: hidden } }],
})
/** A mentor's own while they are one; anyone's for planners. */
const mentorsOwnOrPlanners = (thing: Thing): Rule => ({
  abilities: ['Schedule Edit'],
  names: [
    {
      thing,
      at: 'id',
      cells: { own: cells(401, 404, 'in', 'in', 404, 'in'), other: cells(401, 404, 404, 'in', 404, 'in'), none: hidden },
    },
  ],
})
/** The caller's own only, even for `*`. */
const ownOnly = (thing: Thing, at = 'id'): Rule => ({
  abilities: [],
  names: [{ thing, at, cells: { own: signedIn, other: hidden, none: hidden } }],
})
/** An appointment for its client alone: staff and mentors have calls of their own. */
const clientsAppointment = (at = 'id'): Rule => ({
  abilities: [],
  names: [{ thing: 'appointment', at, cells: { own: { ...signedIn, mentor: 404 }, other: hidden, none: hidden } }],
})
const openThing = (thing: Thing, at = 'id'): Rule => ({
  abilities: [],
  names: [{ thing, at, cells: { own: allCallers, other: allCallers, none: missing(allCallers) } }],
})

const withAll = cells(401, 403, 403, 403, 403, 'in')
/** Every one of the abilities is needed: one alone does not get in. */
const allNeeded = (abilities: readonly AbilityName[], thing: Thing, at = 'id'): Rule => ({
  abilities,
  names: [{ thing, at, cells: { own: withAll, other: withAll, none: missing(withAll) } }],
})
const providerAbilities = ['Settings Edit', 'RoleAssign Edit'] as const
/** Every one of the abilities, on no object. */
const providers: Rule = { abilities: providerAbilities, plain: withAll }
const ofProvider = allNeeded(providerAbilities, 'identity provider')
/** The same whichever provider is named, and if there is none. */
const anyProvider = (of: Cells): Rule => ({
  abilities: [],
  names: [{ thing: 'identity provider', at: 'id', cells: { own: of, other: of, none: of } }],
})
const reassigners = ['Schedule Edit', 'Appointment Edit'] as const
const bothNeeded = (at: string): Rule => allNeeded(reassigners, 'schedule', at)
const wholeRecord = (action: WholeRecordAction): Rule => allNeeded(wholeRecordAbilities[action], 'person')

const aWeek = { from: '2026-11-23', to: '2026-11-29' }
const mentioning = (rule: Rule, ...mentions: string[]): Rule => ({ ...rule, mentions })

const closedDayReaders: Rule = {
  abilities: ['Schedule List', 'Schedule Edit', 'Settings Edit'],
  plain: staffOrMentor,
  mentions: ['place_id'],
}
const timeOffReaders: Rule = {
  abilities: ['Schedule List', 'Schedule Edit'],
  plain: staffOrMentor,
  names: [
    {
      thing: 'person',
      at: 'mentor_id',
      cells: { own: staffOrMentor, other: { ...staffOnly, mentor: 404 }, none: { ...staffOnly, mentor: 404 } },
    },
  ],
}

const seriesMentions = [
  'body.change.support_type_id',
  'body.change.place_id',
  'body.change.mentor_ids',
  'body.sessions.id',
  'body.chosen_times.id',
  'body.move_clients',
]

const bulkMentions = ['body.sessions.id', 'body.place_id', 'body.mentor.from', 'body.mentor.to']

/** One of these abilities, each for its own kind of record. */
const translations = staff('Settings Edit', 'Feedback Questions Create', 'Contract Edit', 'Schedule Edit')
/** Of a support type, which one of them edits: with the other one, there may be no such record. */
const ofTranslated: Rule = {
  abilities: ['Settings Edit'],
  names: [
    {
      thing: 'support type',
      at: 'id',
      cells: { own: staffOnly, other: staffOnly, none: { ...missing(staffOnly), lacking: 404 } },
    },
  ],
}

export const permissions: Record<keyof Calls, Rule> = {
  'GET /api/site': open,
  'GET /api/health/live': open,
  'GET /api/health/ready': open,

  'POST /api/join': open,
  'POST /api/confirm': open,
  'POST /api/confirm/identity': open,
  'POST /api/register': mentioning(open, 'body.accepted_version_ids', 'body.accepted_texts.version_id'),
  'POST /api/login': open,
  'POST /api/login/confirm': open,
  'POST /api/login/passkey/options': open,
  'POST /api/login/passkey': open,
  'POST /api/login/confirm/passkey/options': open,
  'POST /api/login/confirm/passkey': open,
  'POST /api/login/emergency': open,
  'POST /api/setup': open,
  'POST /api/logout': person,
  'GET /api/my-session': person,

  'GET /api/my-profile': { plain: signedIn, ...ownOr('User List', 'person', 'profileId') },
  'PUT /api/my-profile': person,
  'POST /api/my-profile/photo': person,
  'DELETE /api/my-profile/photo': person,
  'POST /api/my-profile/phone': person,
  'POST /api/my-profile/phone/confirm': person,
  'POST /api/my-profile/email': person,
  'POST /api/my-profile/email/confirm': person,
  // None of the matrix's people has a confirmed address; email.test.ts removes one.
  'DELETE /api/my-profile/email': { abilities: [], plain: missing(signedIn) },
  'DELETE /api/my-profile/sessions': person,
  'DELETE /api/my-profile/sessions/{id}': ownOnly('session'),
  'POST /api/my-profile/tokens': person,
  'DELETE /api/my-profile/tokens/{id}': ownOnly('token'),
  'GET /api/my-profile/sign-in-methods': person,
  'POST /api/my-profile/passkeys/options': person,
  'POST /api/my-profile/passkeys': person,
  'PUT /api/my-profile/passkeys/{id}': { ...ownOnly('passkey'), body: { name: 'Mine' } },
  'DELETE /api/my-profile/passkeys/{id}': ownOnly('passkey'),
  'POST /api/my-profile/recovery-codes': person,
  'POST /api/my-session/confirm': person,
  'POST /api/my-session/confirm/passkey/options': person,
  'POST /api/my-session/confirm/code': person,
  'GET /api/my-saved-views': person,
  'PUT /api/my-saved-views': { abilities: [], plain: administrators, body: { list: 'users', name: 'Mine', params: { state: 'active' } } },
  'DELETE /api/my-saved-views/{id}': ownOnly('saved view'),
  'GET /api/my-profile/acceptances': person,
  'POST /api/my-profile/acceptances': mentioning(person, 'body.accepted_version_ids', 'body.accepted_texts.version_id'),
  // Of a mentor's question, the other person is a mentor too, whose photo everyone sees.
  'GET /api/photos/{id}': {
    abilities: [
      'User List',
      'User Edit',
      'Appointment List',
      'Appointment Edit',
      'Appointment Create',
      'Role List',
      'RoleAssign List',
      'RoleAssign Edit',
    ],
    names: [
      {
        thing: 'photo',
        at: 'id',
        cells: { own: cells(404, 'in', 'in', 'in', 'in', 'in'), other: cells(404, 404, 'in', 'in', 404, 'in'), none: missing(allCallers) },
      },
    ],
  },

  'GET /api/search-schedule/{support_type_id}': mentioning(openThing('support type', 'support_type_id'), 'place_id', 'mentor_id'),
  'GET /api/appointments/times/{support_type_id}': mentioning(
    staffThing('Appointment Create', 'support type', 'support_type_id'),
    'place_id',
    'mentor_id',
  ),
  'GET /api/nearest-times': mentioning(open, 'schedule_id'),
  'GET /api/appointments/nearest-times': mentioning(staff('Appointment Create'), 'schedule_id'),
  'GET /api/search-schedule/{support_type_id}/live': openThing('support type', 'support_type_id'),
  'GET /api/mentor-list': mentioning(open, 'support_type_id'),
  'GET /api/mentor-schedule': {
    abilities: ['Schedule List'],
    plain: staffOrMentor,
    names: [
      {
        thing: 'person',
        at: 'user',
        cells: { own: staffOrMentor, other: missing(staffOnly), none: missing(staffOnly) },
        mentorCells: staffOnly,
      },
    ],
  },
  // A mentor's own only; other staff use the working list.
  'GET /api/mentor-appointments': {
    abilities: [],
    names: [
      {
        thing: 'schedule',
        at: 'schedule_id',
        cells: { own: mentorOnly, other: { ...mentorOnly, mentor: 404 }, none: missing(mentorOnly) },
      },
    ],
  },
  'GET /api/mentor-day': { abilities: [], plain: mentorOnly },
  'GET /api/mentor-day/live': { abilities: [], plain: mentorOnly },
  'GET /api/mentor-planner': { abilities: [], plain: mentorOnly, query: aWeek },
  'GET /api/show-list': open,

  'POST /api/appointments': {
    abilities: ['Appointment Create'],
    plain: signedIn,
    names: [{ thing: 'person', at: 'body.user_id', cells: { own: signedIn, other: staffOnly, none: missing(staffOnly) } }],
    mentions: ['body.schedule_id', 'body.mentor_id', 'body.accepted_version_ids', 'body.accepted_texts.version_id'],
    body: session => session,
  },
  'GET /api/appointments/{id}': ownOr(['Appointment List', 'Appointment Edit'], 'appointment'),
  'POST /api/appointments/{id}/cancel': clientsAppointment(),
  'POST /api/appointments/{id}/move': mentioning(clientsAppointment(), 'body.schedule_id', 'body.mentor_id'),
  'GET /api/appointments/{id}/calendar': ownOr(['Appointment List', 'Appointment Edit'], 'appointment'),
  'GET /api/previous-history': { plain: allCallers, ...ownOr('Appointment List', 'client', 'user_id') },

  // The secret address authorises; an unknown one is 404 for every caller.
  'GET /api/calendars/{token}.ics': { abilities: [], plain: missing(allCallers) },
  'GET /api/my-calendars': person,
  'POST /api/my-calendars': person,
  'DELETE /api/my-calendars/{id}': ownOnly('calendar'),
  'GET /api/places/{id}/calendars': staffThing('Settings Edit', 'place'),
  'POST /api/places/{id}/calendars': staffThing('Settings Edit', 'place'),
  'DELETE /api/place-calendars/{id}': staffThing('Settings Edit', "place's calendar"),

  'GET /api/schedules': mentioning(staff('Schedule List'), 'support_type_id', 'place_id', 'mentor_id'),
  'GET /api/schedules/export': mentioning(staff('Schedule List'), 'support_type_id', 'place_id', 'mentor_id'),
  'GET /api/schedules/create': staff('Schedule Create'),
  'POST /api/schedules': mentioning(staff('Schedule Create'), 'body.support_type_id', 'body.place_id', 'body.mentor_ids', 'body.series_of'),
  'POST /api/schedules/preview': mentioning(
    staff('Schedule Create'),
    'body.support_type_id',
    'body.place_id',
    'body.mentor_ids',
    'body.series_of',
  ),
  'GET /api/schedules/{id}/edit': staffThing('Schedule Edit', 'schedule'),
  'PUT /api/schedules/{id}': mentioning(
    staffThing('Schedule Edit', 'schedule'),
    'body.support_type_id',
    'body.place_id',
    'body.mentor_ids',
    'body.move_clients',
  ),
  'POST /api/schedules/{id}/publish': staffThing('Schedule Edit', 'schedule'),
  'POST /api/schedules/{id}/cancel': staffThing('Schedule Edit', 'schedule'),
  'POST /api/schedules/{id}/preview': mentioning(
    staffThing('Schedule Edit', 'schedule'),
    'body.support_type_id',
    'body.place_id',
    'body.mentor_ids',
  ),
  'GET /api/planner': { ...mentioning(staff('Schedule List'), 'support_type_id', 'place_id', 'mentor_id'), query: aWeek },
  'GET /api/planner/days': { ...mentioning(staff('Schedule List'), 'support_type_id', 'place_id', 'mentor_id'), query: aWeek },
  'POST /api/schedules/publish': mentioning(staff('Schedule Edit'), 'body.schedules.id'),
  'POST /api/schedules/discard': mentioning(staff('Schedule Edit'), 'body.schedules.id'),
  'POST /api/schedules/copy/preview': mentioning(staff('Schedule Create'), 'body.schedule_ids'),
  'POST /api/schedules/copy': mentioning(staff('Schedule Create'), 'body.schedule_ids'),
  'POST /api/schedules/change/preview': mentioning(staff('Schedule Edit'), ...bulkMentions),
  'POST /api/schedules/change': mentioning(staff('Schedule Edit'), ...bulkMentions),
  'POST /api/schedules/cancel/preview': mentioning(staff('Schedule Edit'), 'body.sessions.id'),
  'POST /api/schedules/cancel': mentioning(staff('Schedule Edit'), 'body.sessions.id'),
  'POST /api/schedules/cancel/undo': mentioning(staff('Schedule Edit'), 'body.undo'),
  'POST /api/schedules/change/undo': mentioning(staff('Schedule Edit'), 'body.undo'),
  'POST /api/schedules/publish/undo': mentioning(staff('Schedule Edit'), 'body.undo'),
  'GET /api/schedules/{id}/series': staffThing('Schedule Edit', 'schedule'),
  'POST /api/schedules/{id}/series/preview': mentioning(staffThing('Schedule Edit', 'schedule'), ...seriesMentions),
  'PUT /api/schedules/{id}/series': mentioning(staffThing('Schedule Edit', 'schedule'), ...seriesMentions),
  'POST /api/schedules/{id}/series/cancel': mentioning(staffThing('Schedule Edit', 'schedule'), 'body.sessions.id'),

  'GET /api/weekly-hours': staff('Schedule List'),
  'POST /api/weekly-hours': mentioning(staff('Schedule Create'), 'body.mentor_id', 'body.place_id', 'body.ranges.support_type_id'),
  'POST /api/weekly-hours/preview': mentioning(staff('Schedule Create'), 'body.mentor_id', 'body.place_id', 'body.ranges.support_type_id'),
  'POST /api/weekly-hours/{id}/preview': mentioning(
    allNeeded(['Schedule Edit', 'Schedule Create'], 'weekly hours'),
    'body.place_id',
    'body.ranges.support_type_id',
  ),
  'PUT /api/weekly-hours/{id}': mentioning(
    allNeeded(['Schedule Edit', 'Schedule Create'], 'weekly hours'),
    'body.place_id',
    'body.ranges.support_type_id',
  ),
  'POST /api/weekly-hours/{id}/end': staffThing('Schedule Edit', 'weekly hours'),

  'GET /api/mentor-proposals': { abilities: [], plain: mentorOnly },
  'POST /api/mentor-proposals': { abilities: [], plain: mentorOnly, mentions: ['body.place_id', 'body.ranges.support_type_id'] },
  'POST /api/mentor-proposals/{id}/withdraw': {
    abilities: [],
    names: [
      {
        thing: 'hours proposal',
        at: 'id',
        cells: { own: mentorOnly, other: { ...mentorOnly, mentor: 404 }, none: missing(mentorOnly) },
      },
    ],
  },
  'GET /api/hours-proposals': staff('Schedule Create'),
  'GET /api/hours-proposals/{id}/preview': staffThing('Schedule Create', 'hours proposal'),
  'POST /api/hours-proposals/{id}/approve': mentioning(
    staffThing('Schedule Create', 'hours proposal'),
    'body.hours.place_id',
    'body.hours.ranges.support_type_id',
  ),
  'POST /api/hours-proposals/{id}/decline': staffThing('Schedule Create', 'hours proposal'),

  'GET /api/mentor-time-off-requests': { abilities: [], plain: mentorOnly },
  'POST /api/mentor-time-off-requests': { abilities: [], plain: mentorOnly },
  'POST /api/mentor-time-off-requests/{id}/withdraw': {
    abilities: [],
    names: [
      {
        thing: 'time off request',
        at: 'id',
        cells: { own: mentorOnly, other: { ...mentorOnly, mentor: 404 }, none: missing(mentorOnly) },
      },
    ],
  },
  'GET /api/time-off-requests': staff('Schedule Edit'),
  'POST /api/time-off-requests/{id}/approve': staffThing('Schedule Edit', 'time off request'),
  'POST /api/time-off-requests/{id}/decline': staffThing('Schedule Edit', 'time off request'),

  'GET /api/find-users': { ...staff('Appointment Create'), query: { phone: '900' } },
  'GET /api/appointments': staffThing('Appointment List', 'schedule', 'schedule_id'),
  'GET /api/appointments/create': mentioning(staffThing('Appointment Create', 'schedule', 'schedule_id'), 'support_type_id', 'user_id'),
  'GET /api/appointments/{id}/waiting': staffThing('Appointment Edit', 'appointment'),
  'GET /api/appointments/{id}/edit': mentioning(staffThing('Appointment Edit', 'appointment'), 'schedule_id', 'support_type_id'),
  'PUT /api/appointments/{id}': mentioning(staffThing('Appointment Edit', 'appointment'), 'body.schedule_id', 'body.mentor_id'),
  'POST /api/appointments/{id}/status': {
    abilities: ['Appointment Edit'],
    names: [
      {
        thing: 'appointment',
        at: 'id',
        cells: { own: cells(401, 403, 'in', 'in', 403, 'in'), other: cells(401, 404, 404, 'in', 403, 'in'), none: hidden },
      },
    ],
    shownBy: ['Appointment List'],
    body: { status: 'arrived' },
  },
  'POST /api/appointments/status/preview': mentioning(staff('Appointment Edit'), 'body.appointments.id'),
  'POST /api/appointments/status': mentioning(staff('Appointment Edit'), 'body.appointments.id'),
  'POST /api/appointments/status/undo': mentioning(staff('Appointment Edit'), 'body.undo'),
  'POST /api/appointments/move/undo': mentioning(staff('Appointment Edit'), 'body.undo'),
  'POST /api/appointments/{id}/excuse': staffThing('Appointment Edit', 'appointment'),

  'GET /api/legally-binding-contract': open,
  'GET /api/legally-binding-contract/export': staff('Contract Edit'),
  'GET /api/legally-binding-contract/{id}': openThing('contract'),
  'GET /api/legally-binding-contract/{id}/edit': staffThing('Contract Edit', 'contract'),
  'POST /api/legally-binding-contract': staff('Contract Edit'),
  'PUT /api/legally-binding-contract/{id}': staffThing('Contract Edit', 'contract'),
  'DELETE /api/legally-binding-contract/{id}/draft': staffThing('Contract Edit', 'contract'),
  'POST /api/legally-binding-contract/{id}/withdraw': staffThing('Contract Edit', 'contract'),
  'POST /api/legally-binding-contract/{id}/reactivate': staffThing('Contract Edit', 'contract'),
  'POST /api/legally-binding-contract/{id}/translations': mentioning(staffThing('Contract Edit', 'contract'), 'body.version_id'),
  'GET /api/legally-binding-contract/{id}/acceptances': staffThing('Contract Edit', 'contract'),
  'GET /api/legally-binding-contract/{id}/missing': staffThing('Contract Edit', 'contract'),
  'GET /api/legally-binding-contract/{id}/acceptances/export': allNeeded(['Contract Edit', 'User Export'], 'contract'),
  'GET /api/legally-binding-contract/{id}/missing/export': allNeeded(['Contract Edit', 'User Export'], 'contract'),
  'GET /api/acceptances/{id}': ownOr(['Contract Edit', 'User List'], 'acceptance'),

  'GET /api/users': mentioning(staff('User List'), 'role_id'),
  'GET /api/waiting-list/export': mentioning(
    { abilities: ['Appointment List', 'User Export'], plain: withAll },
    'support_type_id',
    'place_id',
    'mentor_id',
  ),
  'GET /api/messages/export': mentioning({ abilities: ['Appointment List', 'User Export'], plain: withAll }, 'appointment_id'),
  'GET /api/audit/export': mentioning({ abilities: ['Audit View', 'User Export'], plain: withAll }, 'person_id', 'subject_id'),
  'GET /api/users/export': mentioning({ abilities: ['User List', 'User Export'], plain: withAll }, 'role_id'),
  'POST /api/users': staff('User Edit'),
  'GET /api/users/{id}': staffThing('User List', 'person'),
  'GET /api/users/{id}/edit': staffThing('User Edit', 'person'),
  'PUT /api/users/{id}': mentioning(staffThing('User Edit', 'person'), 'body.support_type_ids'),
  'GET /api/users/{id}/abilities': staffThing('RoleAssign List', 'person'),

  'POST /api/record-access': {
    ...staffThing(
      ['User List', 'User Edit', 'Appointment List', 'Appointment Edit', 'Feedback List', 'Feedback Create'],
      'person',
      'body.user_id',
    ),
    body: { reason: 'The client called.' },
  },

  'GET /api/roles': staff('Role List'),
  'GET /api/roles/create': staff('Role Create'),
  'GET /api/invitations': staff('User Edit'),
  'GET /api/invitations/export': { abilities: ['User Edit', 'User Export'], plain: withAll },
  'POST /api/invitations': mentioning(staff('User Edit'), 'body.user_id', 'body.role_ids'),
  'POST /api/invitations/preview': mentioning(staff('User Edit'), 'body.role_ids'),
  'POST /api/invitations/batch': mentioning(staff('User Edit'), 'body.role_ids'),
  'POST /api/invitations/links': mentioning(staff('User Edit'), 'body.ids'),
  'POST /api/invitations/renew/preview': mentioning(staff('User Edit'), 'body.ids'),
  'POST /api/invitations/renew': mentioning(staff('User Edit'), 'body.ids'),
  'POST /api/invitations/revoke/preview': mentioning(staff('User Edit'), 'body.ids'),
  'POST /api/invitations/revoke': mentioning(staff('User Edit'), 'body.ids'),
  'POST /api/invitations/{id}/renew': staffThing('User Edit', 'invitation'),
  'POST /api/invitations/{id}/revoke': staffThing('User Edit', 'invitation'),
  'POST /api/invitation/look': open,
  'POST /api/invitation/accept': mentioning(open, 'body.accepted_version_ids', 'body.accepted_texts.version_id'),
  'POST /api/roles': staff('Role Create'),
  'GET /api/roles/{id}/edit': staffThing('Role Edit', 'role'),
  'PUT /api/roles/{id}': staffThing('Role Edit', 'role'),
  'DELETE /api/roles/{id}': staffThing('Role Edit', 'role'),
  'GET /api/assigned-users': mentioning(staff('RoleAssign List'), 'role_id'),
  'GET /api/assigned-users/export': mentioning({ abilities: ['RoleAssign List', 'User Export'], plain: withAll }, 'role_id'),
  'GET /api/role-assign/create': staff('RoleAssign Edit'),
  'POST /api/role-assign': mentioning(staff('RoleAssign Edit'), 'body.user_id', 'body.role_ids'),
  'POST /api/role-assign/several/preview': mentioning(staff('RoleAssign Edit'), 'body.role_id', 'body.user_ids'),
  'POST /api/role-assign/several': mentioning(staff('RoleAssign Edit'), 'body.role_id', 'body.user_ids'),
  'POST /api/role-assign/several/remove/preview': mentioning(staff('RoleAssign Edit'), 'body.role_id', 'body.user_ids'),
  'POST /api/role-assign/several/remove': mentioning(staff('RoleAssign Edit'), 'body.role_id', 'body.user_ids'),
  'GET /api/role-assign-edit/{id}': staffThing('RoleAssign Edit', 'person'),
  'POST /api/role-assign-update': mentioning(staff('RoleAssign Edit'), 'body.user_id', 'body.role_ids'),

  'GET /api/closed-days': closedDayReaders,
  'GET /api/closed-days/export': closedDayReaders,
  'POST /api/closed-days': mentioning(staff('Settings Edit'), 'body.place_id'),
  'DELETE /api/closed-days/{id}': staffThing('Settings Edit', 'closed day'),
  'GET /api/time-off': timeOffReaders,
  'GET /api/time-off/export': timeOffReaders,
  'POST /api/time-off': {
    abilities: ['Schedule Edit'],
    plain: staffOrMentor,
    names: [{ thing: 'person', at: 'body.mentor_id', cells: { own: staffOrMentor, other: staffOnly, none: staffOnly } }],
    body: { starts_at: '2026-12-02T09:00', ends_at: '2026-12-02T17:00' },
  },
  'POST /api/time-off/remove/preview': mentioning(staff('Schedule Edit'), 'body.entries.id'),
  'POST /api/time-off/remove': mentioning(staff('Schedule Edit'), 'body.entries.id'),
  'DELETE /api/time-off/{id}': mentorsOwnOrPlanners('time off'),
  'GET /api/busy-calendars': {
    abilities: ['Schedule List', 'Schedule Edit'],
    plain: staffOrMentor,
    names: [
      {
        thing: 'person',
        at: 'mentor_id',
        cells: { own: staffOrMentor, other: { ...staffOnly, mentor: 404 }, none: { ...staffOnly, mentor: 404 } },
      },
    ],
  },
  'POST /api/busy-calendars': {
    abilities: ['Schedule Edit'],
    plain: staffOrMentor,
    names: [{ thing: 'person', at: 'body.mentor_id', cells: { own: staffOrMentor, other: staffOnly, none: staffOnly } }],
    body: { address: 'https://example.org/own.ics' },
  },
  'POST /api/busy-calendars/{id}/read': mentorsOwnOrPlanners('busy calendar'),
  'DELETE /api/busy-calendars/{id}': mentorsOwnOrPlanners('busy calendar'),
  // Both abilities are needed: one alone does not get in.
  'GET /api/reassigning': mentioning(bothNeeded('schedule_id'), 'mentor_id', 'time_off_id', 'closed_day_id'),
  'POST /api/reassigning': {
    ...bothNeeded('body.schedule_id'),
    mentions: [
      'body.mentor_id',
      'body.time_off_id',
      'body.closed_day_id',
      'body.decisions.appointment_id',
      'body.decisions.schedule_id',
      'body.decisions.mentor_id',
    ],
    body: { decisions: [], reason: 'Ill.' },
  },
  // No session is an action that can be undone.
  'POST /api/reassigning/undo': {
    abilities: reassigners,
    names: [{ thing: 'schedule', at: 'body.undo', cells: { own: missing(withAll), other: missing(withAll), none: missing(withAll) } }],
  },

  'GET /api/feedback-questions': person,
  'POST /api/feedback-questions': staff('Feedback Questions Create'),
  'PUT /api/feedback-questions/{id}': staffThing('Feedback Questions Create', 'question'),
  'DELETE /api/feedback-questions/{id}': staffThing('Feedback Questions Create', 'question'),
  'POST /api/feedback-questions/reorder': mentioning(staff('Feedback Questions Create'), 'body.ids'),
  'GET /api/feedback/create': ownOr('Feedback Create', 'appointment', 'appointment_id'),
  'POST /api/feedback': {
    ...ownOr('Feedback Create', 'appointment', 'body.appointment_id'),
    mentions: ['body.answers.question_id'],
    body: { answers: [] },
  },
  'GET /api/feedback': mentioning(staff('Feedback List'), 'mentor_id', 'support_type_id', 'question_id'),
  'GET /api/feedback/export': mentioning(
    { abilities: ['Feedback List', 'User Export'], plain: withAll },
    'mentor_id',
    'support_type_id',
    'question_id',
  ),
  'POST /api/feedback/{id}/looked': staffThing('Feedback List', 'feedback'),
  'GET /api/appointment-feedback/{id}': ownOr('Feedback List', 'appointment'),

  'GET /api/my-profile/views': person,
  'GET /api/my-profile/export': person,
  'GET /api/users/{id}/record': staffThing('User List', 'person'),
  'GET /api/users/{id}/views': staffThing('User List', 'person'),
  'POST /api/users/deactivate/preview': mentioning(staff('User Edit'), 'body.users.id'),
  'POST /api/users/deactivate': mentioning(staff('User Edit'), 'body.users.id'),
  'POST /api/users/deactivate/undo': mentioning(staff('User Edit'), 'body.undo'),
  'POST /api/users/{id}/deactivate': staffThing('User Edit', 'person'),
  'POST /api/users/{id}/reactivate': staffThing('User Edit', 'person'),
  'POST /api/users/{id}/photo': staffThing('User Edit', 'person'),
  'DELETE /api/users/{id}/photo': staffThing('User Edit', 'person'),
  'POST /api/users/{id}/phone': staffThing('User Edit', 'person'),
  'POST /api/users/{id}/phone/confirm': staffThing('User Edit', 'person'),
  'DELETE /api/users/{id}/sessions': staffThing('User Edit', 'person'),
  'DELETE /api/users/{id}/authenticator': staffThing('User Edit', 'person'),
  'DELETE /api/users/{id}/passkeys': staffThing('User Edit', 'person'),
  'GET /api/users/{id}/merge': mentioning(wholeRecord('merge'), 'other_id'),
  'POST /api/users/{id}/merge': mentioning(wholeRecord('merge'), 'body.other_id', 'body.give_up'),
  'GET /api/users/{id}/export': wholeRecord('export'),
  'POST /api/users/{id}/erase': wholeRecord('erase'),

  'GET /api/support-types': staff('Settings Edit'),
  'GET /api/support-types/{id}': staffThing('Settings Edit', 'support type'),
  'POST /api/support-types': staff('Settings Edit'),
  'PUT /api/support-types/{id}': staffThing('Settings Edit', 'support type'),
  'POST /api/support-types/{id}/retire': staffThing('Settings Edit', 'support type'),
  'POST /api/support-types/{id}/reactivate': staffThing('Settings Edit', 'support type'),
  'POST /api/support-types/order': mentioning(staff('Settings Edit'), 'body.ids'),
  'GET /api/holidays': { ...staff('Schedule List'), query: aWeek },
  'GET /api/holiday-regions': staff('Settings Edit'),
  'GET /api/places': staff('Settings Edit'),
  'GET /api/places/export': staff('Settings Edit'),
  'GET /api/places/{id}': staffThing('Settings Edit', 'place'),
  'POST /api/places': staff('Settings Edit'),
  'PUT /api/places/{id}': staffThing('Settings Edit', 'place'),
  'POST /api/places/{id}/retire': staffThing('Settings Edit', 'place'),
  'POST /api/places/{id}/reactivate': staffThing('Settings Edit', 'place'),

  'GET /api/waiting-list': mentioning(person, 'support_type_id', 'place_id', 'mentor_id'),
  'POST /api/waiting-list': mentioning(person, 'body.support_type_id', 'body.place_id', 'body.mentor_id'),
  'GET /api/waiting-list/{id}': ownOnly('waiting entry'),
  'DELETE /api/waiting-list/{id}': ownOnly('waiting entry'),
  'POST /api/waiting-list/{id}/accept': mentioning(
    ownOnly('waiting entry'),
    'body.offer.schedule_id',
    'body.offer.mentor_id',
    'body.accepted_version_ids',
    'body.accepted_texts.version_id',
  ),
  'POST /api/waiting-list/{id}/decline': mentioning(ownOnly('waiting entry'), 'body.offer.schedule_id', 'body.offer.mentor_id'),
  'POST /api/waiting-list/{id}/reorder': mentioning(staffThing('Appointment Edit', 'waiting entry'), 'body.before_id'),
  'POST /api/waiting-list/{id}/remove': staffThing('Appointment Edit', 'waiting entry'),
  'POST /api/waiting-list/remove/preview': mentioning(staff('Appointment Edit'), 'body.entries.id'),
  'POST /api/waiting-list/remove': mentioning(staff('Appointment Edit'), 'body.entries.id'),
  'POST /api/waiting-list/remove/undo': mentioning(staff('Appointment Edit'), 'body.undo'),

  // Every administrator; what each figure and each thing found asks for is their tests' own.
  'GET /api/dashboard': { abilities: [], plain: administrators },
  'GET /api/find': { abilities: [], plain: administrators, query: { text: 'Jo' } },
  'GET /api/day': staff('Appointment List'),
  'GET /api/day/live': staff('Appointment List'),
  // Asked by a name that no list has.
  'GET /api/dashboard/{list}': { abilities: ['Appointment List'], plain: missing(staffOnly) },
  'GET /api/dashboard/{list}/export': { abilities: ['Appointment List', 'User Export'], plain: missing(withAll) },

  'GET /api/messages': mentioning(staff('Appointment List'), 'appointment_id'),
  'GET /api/appointments/{id}/messages': clientsAppointment(),
  'GET /api/messages/{id}': staffThing('Appointment List', 'message'),
  'POST /api/messages/{id}/resend': staffThing('Appointment Edit', 'message'),
  'POST /api/messages/resend/preview': mentioning(staff('Appointment Edit'), 'body.message_ids'),
  'POST /api/messages/resend': mentioning(staff('Appointment Edit'), 'body.message_ids'),
  // There is no gateway here: nothing to call. What is malformed is 422 first.
  'POST /api/messages/receipts/gateway': mentioning(open, 'body.id'),
  'POST /api/messages/receipts/twilio/{id}': mentioning(absent, 'id'),
  // A provider that does not exist or is switched off is 404 for every caller; tickets and states authorise the
  // rest.
  'POST /api/login/provider/{id}': anyProvider(missing(allCallers)),
  'POST /api/login/provider/confirm': open,
  'POST /api/login/provider/register': mentioning(open, 'body.accepted_version_ids', 'body.accepted_texts.version_id'),
  'POST /api/login/provider/code': open,
  'POST /api/login/provider/link': open,
  'POST /api/provider-logout/{id}': anyProvider(allCallers),
  'GET /api/my-profile/provider-accounts': person,
  'POST /api/my-profile/providers/{id}': anyProvider(missing(signedIn)),
  'POST /api/my-profile/provider-accounts': person,
  'DELETE /api/my-profile/provider-accounts/{id}': ownOnly('provider account'),
  'GET /api/providers': providers,
  'POST /api/providers': providers,
  'GET /api/providers/{id}': ofProvider,
  'PUT /api/providers/{id}': ofProvider,
  'DELETE /api/providers/{id}': ofProvider,
  'POST /api/providers/{id}/test': ofProvider,
  'POST /api/providers/{id}/preview': ofProvider,
  'GET /api/provider-staff': providers,

  'GET /api/webhooks': staff('Webhook Edit'),
  'POST /api/webhooks': staff('Webhook Edit'),
  'GET /api/webhooks/{id}': staffThing('Webhook Edit', 'webhook'),
  'PUT /api/webhooks/{id}': staffThing('Webhook Edit', 'webhook'),
  'POST /api/webhooks/{id}/secret': staffThing('Webhook Edit', 'webhook'),
  'DELETE /api/webhooks/{id}': staffThing('Webhook Edit', 'webhook'),
  'POST /api/webhooks/{id}/test': staffThing('Webhook Edit', 'webhook'),
  'GET /api/webhooks/{id}/deliveries': mentioning(staffThing('Webhook Edit', 'webhook'), 'after'),
  'POST /api/webhook-deliveries/{id}/redeliver': staffThing('Webhook Edit', 'webhook delivery'),
  'POST /api/messages/{id}/told': staffThing('Appointment Edit', 'message'),
  'GET /api/audit': mentioning(staff('Audit View'), 'person_id', 'subject_id'),
  'GET /api/settings': staff('Settings Edit'),
  'POST /api/logos': staff('Settings Edit'),
  // Its id is a hash: an unknown one is 404 for every caller.
  'GET /api/logos/{id}': absent,
  'POST /api/visits': { ...clientsAppointment('body.appointment_id'), body: { visit: 'ab'.repeat(16) } },
  // What names a visit is no id.
  'GET /api/visits/{visit}': absent,
  'GET /api/opening': staff('Settings Edit'),
  'POST /api/opening/test': staff('Settings Edit'),
  'GET /api/zone-data': staff('Settings Edit'),
  'GET /api/translations': translations,
  'GET /api/translations/{id}': ofTranslated,
  'PUT /api/translations/{id}': { ...ofTranslated, body: { language: 'de', texts: [] } },
  'GET /api/translations/po': { ...translations, query: { language: 'de' } },
  'POST /api/translations/po': { ...translations, query: { language: 'de' } },
  'GET /api/wordings': staff('Settings Edit'),
  // Asked by a name that no letter has.
  'PUT /api/wordings/{name}': { abilities: ['Settings Edit'], plain: missing(staffOnly) },
  'POST /api/wordings/{name}/preview': { abilities: ['Settings Edit'], plain: missing(staffOnly) },
  'PUT /api/settings': staff('Settings Edit'),
}
