import { z } from 'zod'
import { defineCalls } from './call.ts'
import { Email, PersonName, PhoneInput, User } from './people.ts'
import { Id, IdParams, Instant, listOf, PageQuery, Revision, text, Zone } from './shapes.ts'

const Named = z.object({ id: Id, name: z.string() })

/** Allowed, or why not: a code for programs and a sentence for the person it stops. */
const Can = z.union([z.literal(true), z.object({ code: z.string(), message: z.string() })])

/** Whom messages go to, and how. */
const Channel = z.enum(['sms', 'email', 'both', 'none'])

/** A person in the list: with the names of their roles. */
export const ListedUser = User.extend({ roles: z.array(Named) }).meta({ id: 'ListedUser' })
export type ListedUser = z.infer<typeof ListedUser>

/** A person as staff open them. */
export const UserDetails = User.extend({
  roles: z.array(Named),
  contact_name: z.string().nullable().meta({ description: 'Whom to call instead, for somebody without a phone of their own.' }),
  contact_phone: z.string().nullable(),
  channel: Channel,
  note: z.string().meta({ description: 'For staff; part of what the person gets when their data are exported.' }),
  has_password: z.boolean(),
  merged_into: Named.nullable().meta({ description: 'The record that stands for this person since two were merged.' }),
  merged: z.array(Named.extend({ phone: z.string().nullable() })).meta({ description: 'Records that were merged into this one.' }),
  erased_at: Instant.nullable(),
  ahead: z
    .object({ appointments: z.int(), waiting: z.int(), with_them: z.int() })
    .meta({ description: 'Open appointments, live waiting-list entries, and appointments of others with this mentor.' }),
  sessions: z.array(z.object({ id: Id, device: z.string(), created_at: Instant, last_used_at: Instant })),
  can: z.object({ edit: Can, end: Can }).meta({ description: '`end`: deactivate, merge into another record, erase.' }),
}).meta({ id: 'UserDetails' })
export type UserDetails = z.infer<typeof UserDetails>

const userFields = {
  email: Email.nullish(),
  contact_name: PersonName.nullish(),
  contact_phone: PhoneInput.nullish(),
  channel: Channel.optional(),
  note: text(2000).optional(),
  locale: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Z]{2})?$/)
    .optional(),
  time_zone: Zone.optional(),
}

export const NewUser = z.strictObject({ name: PersonName, phone: PhoneInput.nullish(), ...userFields })
export const UserChange = z.strictObject({
  revision: Revision.optional(),
  name: PersonName.optional(),
  phone: PhoneInput.nullish(),
  ...userFields,
})

export const userCalls = defineCalls({
  'GET /api/users': {
    summary:
      'Everybody, by name. `search`: every word must stand somewhere in the name, phone, e-mail address or contact; accents do not count; words of one or two characters match beginnings. Merged and erased records are not listed.',
    access: { ability: 'User List' },
    query: PageQuery.extend({
      search: text(200).optional(),
      state: z.enum(['active', 'inactive', 'all']).default('all'),
      role_id: Id.optional(),
    }),
    answer: { status: 200, body: listOf(ListedUser) },
    refusals: [],
  },
  'POST /api/users': {
    summary: 'Create a person; without a phone too, so that nobody is excluded.',
    access: { ability: 'User Edit' },
    body: NewUser,
    answer: { status: 201, body: UserDetails },
    refusals: ['phone_taken'],
    idempotent: true,
  },
  'GET /api/users/{id}': {
    summary: 'A person with their roles. That it was opened is kept, and shown to that person.',
    access: { ability: 'User List' },
    params: IdParams,
    answer: { status: 200, body: UserDetails },
    refusals: ['not_found'],
  },
  'GET /api/users/{id}/edit': {
    summary: 'A person for their form. That it was opened is kept, and shown to that person.',
    access: { ability: 'User Edit' },
    params: IdParams,
    answer: { status: 200, body: UserDetails },
    refusals: ['not_found'],
  },
  'PUT /api/users/{id}': {
    summary:
      'Change a person. Not somebody who holds abilities that one does not hold; one’s own phone is changed in the profile, with a code.',
    access: { ability: 'User Edit' },
    params: IdParams,
    body: UserChange,
    answer: { status: 200, body: UserDetails },
    refusals: ['not_found', 'stale', 'outranked', 'record_closed', 'phone_taken'],
  },
})
