import { z } from 'zod'
import { defineCalls } from './call.ts'

const Region = z.object({ code: z.string(), name: z.string() })

export const holidayCalls = defineCalls({
  'GET /api/holiday-regions': {
    summary: 'Every country and region whose public holidays are known, by name.',
    access: { ability: 'Settings Edit' },
    answer: { status: 200, body: z.object({ data: z.array(Region.extend({ regions: z.array(Region) })) }) },
    refusals: [],
  },
})
