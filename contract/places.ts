import * as z from 'zod'
import { defineCalls } from './call.ts'
import { Ahead, Id, IdParams, label, listOf, OnlyRevision, PageQuery, Revision, text, Untranslated, Zone } from './shapes.ts'

/** Where: a room or branch with an address, or online. */
export const Place = z
  .object({
    id: Id,
    name: z.string(),
    address: z.string(),
    kind: z.enum(['in_person', 'online']),
    meeting_url: z.string().nullable().meta({
      description:
        'Within an appointment: its own meeting link, while the caller may see it. For those who change places: the link or its pattern. Otherwise null.',
    }),
    time_zone: z.string().meta({ description: 'IANA time zone.' }),
    active: z.boolean(),
    untranslated: Untranslated,
    revision: Revision,
  })
  .meta({ id: 'Place' })
export type Place = z.infer<typeof Place>

/** A place as its editors see it, retired or not. */
export const OfferedPlace = Place.extend({
  holiday_region: z.string().nullable().meta({ description: 'Whose public holidays count here, such as `GB-ENG` or `US`.' }),
  ahead: Ahead,
  clients_ahead: z.int().meta({ description: 'How many clients get a message when the name, kind or address changes.' }),
  clients_ahead_of_link: z
    .int()
    .meta({ description: 'How many clients get a message when only the meeting link changes; sessions with their own link keep it.' }),
}).meta({ id: 'OfferedPlace' })
export type OfferedPlace = z.infer<typeof OfferedPlace>

/** A meeting link or a pattern for one; `{room}` in the path stands for each appointment’s own room. */
export const MeetingLink = text(500)
  .pipe(z.url({ protocol: /^https$/, error: 'field.mustBeALinkThatBegins' }))
  .nullable()
const Fields = {
  name: label(120),
  kind: z.enum(['in_person', 'online']),
  address: text(500),
  meeting_url: MeetingLink,
  time_zone: Zone,
  holiday_region: z
    .string()
    .max(24)
    .nullable()
    .meta({ description: 'A code that `GET /api/holiday-regions` lists; null: no public holidays are shown.' }),
}
export const NewPlace = z.strictObject({
  ...Fields,
  address: Fields.address.default(''),
  meeting_url: MeetingLink.default(null),
  holiday_region: Fields.holiday_region.default(null),
})
export type NewPlace = z.infer<typeof NewPlace>
export const PlaceChange = z.strictObject(Fields).partial().extend({ revision: Revision.optional() })
export type PlaceChange = z.infer<typeof PlaceChange>

export const PlaceQuery = PageQuery.extend({
  search: text(100).optional(),
  state: z.enum(['active', 'retired', 'all']).default('all'),
  sort: z
    .enum(['name', '-name', '-ahead'])
    .default('name')
    .meta({ description: 'By name, backwards with a minus sign, or the most sessions ahead first; retired places come last.' }),
})
export type PlaceQuery = z.infer<typeof PlaceQuery>

export const placeCalls = defineCalls({
  'GET /api/places': {
    summary: 'Places in use, then retired ones.',
    access: { ability: 'Settings Edit' },
    query: PlaceQuery,
    answer: { status: 200, body: listOf(OfferedPlace) },
    refusals: [],
  },
  'GET /api/places/export': {
    summary: 'The same places as a CSV file (RFC 4180, UTF-8) whose cells no spreadsheet takes for a formula.',
    access: { ability: 'Settings Edit' },
    query: PlaceQuery.omit({ page: true, per_page: true }),
    answer: { status: 200, body: null },
    refusals: [],
  },
  'GET /api/places/{id}': {
    summary: 'One place.',
    access: { ability: 'Settings Edit' },
    params: IdParams,
    answer: { status: 200, body: OfferedPlace },
    refusals: ['not_found'],
  },
  'POST /api/places': {
    summary: 'Add a room, a branch, or an online place.',
    access: { ability: 'Settings Edit' },
    body: NewPlace,
    answer: { status: 201, body: OfferedPlace },
    refusals: ['name_taken'],
    idempotent: true,
  },
  'PUT /api/places/{id}': {
    summary:
      'Change a place. Booked clients get a message about a new name, address or meeting link. Under another time zone the sessions ahead keep their local date and clock and get new instants; refused where that would move one that began or that anybody booked.',
    access: { ability: 'Settings Edit' },
    params: IdParams,
    body: PlaceChange,
    answer: {
      status: 200,
      body: OfferedPlace.extend({
        moved: z.int().meta({ description: 'How many sessions got new instants.' }),
        told: z.int().meta({ description: 'How many clients get a message.' }),
      }),
    },
    refusals: ['not_found', 'stale', 'name_taken', 'has_schedules', 'mentor_busy'],
  },
  'POST /api/places/{id}/retire': {
    summary: 'Stop planning at a place. Sessions and appointments ahead stay.',
    access: { ability: 'Settings Edit' },
    params: IdParams,
    body: OnlyRevision,
    answer: { status: 200, body: OfferedPlace },
    refusals: ['not_found', 'stale'],
  },
  'POST /api/places/{id}/reactivate': {
    summary: 'Plan at a retired place again.',
    access: { ability: 'Settings Edit' },
    params: IdParams,
    body: OnlyRevision,
    answer: { status: 200, body: OfferedPlace },
    refusals: ['not_found', 'stale'],
  },
})
