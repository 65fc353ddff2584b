import * as z from 'zod'
import { defineCalls } from './call.ts'
import { Id, LocalDate } from './shapes.ts'

const Region = z.object({ code: z.string(), name: z.string() })

/** Maximum length of a list of holidays. */
export const maxHolidayDays = 400

const HolidayQuery = z.object({ from: LocalDate, to: LocalDate })
export type HolidayQuery = z.infer<typeof HolidayQuery>

const Holiday = z.object({ date: LocalDate, name: z.string(), places: z.array(z.object({ id: Id, name: z.string() })) })
export type Holiday = z.infer<typeof Holiday>

export const holidayCalls = defineCalls({
  'GET /api/holiday-regions': {
    summary: 'Every country and region whose public holidays are known, by name.',
    access: { ability: 'Settings Edit' },
    answer: { status: 200, body: z.object({ data: z.array(Region.extend({ regions: z.array(Region) })) }) },
    refusals: [],
  },
  'GET /api/holidays': {
    summary: 'Public holidays of at most 400 days at the places in use that name a region, by date. They are no obstacle.',
    access: { ability: 'Schedule List' },
    query: HolidayQuery,
    answer: { status: 200, body: z.object({ data: z.array(Holiday) }) },
    refusals: [],
  },
})
