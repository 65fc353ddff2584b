import * as z from 'zod'
import { defineCalls } from './call.ts'
import { Id, Instant } from './shapes.ts'

/** Why a session could not follow the new time zone data. It stays at its old time until staff change it. */
export const zoneConflicts = ['time_skipped', 'time_repeated', 'length_changed', 'past', 'mentor_busy', 'client_busy'] as const

const ZoneDataChange = z
  .object({
    id: Id,
    schedule_id: Id,
    support_type: z.string(),
    place: z.string(),
    time_zone: z.string(),
    mentors: z.array(z.string()).meta({ description: 'The names of the rostered mentors.' }),
    version: z.string(),
    before_starts_at: Instant,
    after_starts_at: Instant.nullable().meta({ description: 'By the new data; null where there is no such time.' }),
    booked: z.int().meta({ description: 'How many appointments moved along, or would.' }),
    conflict: z.enum(zoneConflicts).nullable(),
  })
  .meta({ id: 'ZoneDataChange' })
export type ZoneDataChange = z.infer<typeof ZoneDataChange>

export const ZoneData = z
  .object({
    version: z.string().meta({ description: 'The newest release of the IANA time zone data that a server had.' }),
    is_old: z.boolean().meta({ description: 'The newest release in use is over a year old.' }),
    differs: z.boolean().meta({ description: 'Servers use different releases.' }),
    servers: z.array(z.object({ server: z.string(), version: z.string(), seen_at: Instant })),
    conflicts: z.array(ZoneDataChange).meta({ description: 'Sessions that could not follow and still have their old time.' }),
    moved: z.array(ZoneDataChange).meta({ description: 'Sessions that were moved, the newest changes first; at most 100.' }),
  })
  .meta({ id: 'ZoneData' })
export type ZoneData = z.infer<typeof ZoneData>

export const zoneDataCalls = defineCalls({
  'GET /api/zone-data': {
    summary: 'The time zone data of each server, and the sessions that newer data moved or could not move.',
    access: { ability: 'Settings Edit' },
    answer: { status: 200, body: ZoneData },
    refusals: [],
  },
})
