import { z } from 'zod'
import { defineCalls } from './call.ts'
import { Id, Revision } from './shapes.ts'

/** Where: a room or branch with an address, or online. The meeting link is shown only to those who take part. */
export const Place = z
  .object({
    id: Id,
    name: z.string(),
    address: z.string(),
    kind: z.enum(['in_person', 'online']),
    meeting_url: z.string().nullable(),
    time_zone: z.string().meta({ description: 'IANA time zone.' }),
    active: z.boolean(),
    revision: Revision,
  })
  .meta({ id: 'Place' })
export type Place = z.infer<typeof Place>

export const placeCalls = defineCalls({})
