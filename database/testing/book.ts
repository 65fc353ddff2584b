import { type Kysely, sql } from 'kysely'
import type { Database } from '../types.ts'

/** When the bookings of the tests are made, unless they say otherwise. */
export const bookingTime = '2027-03-01T07:00:00Z'

/** A request of `book_appointment`. `at`: the start of the slot; `present`: when it is booked (`bookingTime`). */
export interface BookingInput {
  client: string
  schedule: string
  at?: string
  by?: string
  staff?: boolean
  mentor?: string | null
  questions?: string[]
  accepted?: string[] | null
  key?: string | null
  fingerprint?: string
  present?: string
}

interface BookingResult {
  refusal: string | null
  reason: string | null
  missing: string[] | null
  appointment: string | null
  answer: unknown
}

/** Calls book_appointment with a batch; the results are in the order of the requests. */
export async function bookBatch(db: Kysely<Database>, inputs: readonly BookingInput[]): Promise<BookingResult[]> {
  const requests = inputs.map(
    ({ client, by = client, staff = false, at = '2027-03-01T09:00:00Z', mentor = null, present = bookingTime, ...rest }, ordinal) => {
      const { schedule, questions = [], accepted = [], key = null, fingerprint = 'f' } = rest
      const who = { client, booked_by: by, staff, actor: by, ip: '203.0.113.9', user_agent: 'Test' }
      return { ordinal, ...who, schedule, starts_at: at, mentor, questions, accepted, at: present, key, fingerprint }
    },
  )
  const { rows } = await sql<BookingResult & { ordinal: number }>`
    SELECT * FROM book_appointment(${JSON.stringify(requests)}::jsonb) ORDER BY ordinal`.execute(db)
  return rows.map(({ ordinal: _, ...result }) => result)
}

/** The same with one request; a refusal is in the result. */
export async function bookOne(db: Kysely<Database>, input: BookingInput): Promise<BookingResult> {
  const [result] = await bookBatch(db, [input])
  if (!result) throw new Error('book_appointment returned no row')
  return result
}
