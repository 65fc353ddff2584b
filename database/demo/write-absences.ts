import type { Transaction } from 'kysely'
import { addDays } from '#domain/time/local-date.ts'
import { startOfLocalDay } from '#domain/time/local-day.ts'
import type { Database } from '../types.ts'
import { homeZone, type DemoDay } from './demo-day.ts'
import { demoId } from './identity.ts'
import { places } from './organisation.ts'
import type { DemoIds } from './write-people.ts'

/** Days ahead: a counsellor's week off, and a closed day after the planned sessions. */
const off = { mentor: 'leila', from: 29, until: 34, reason: 'Half-term with the children' } as const
const closed = { place: 'canal', day: 45, reason: 'The lift is being replaced' } as const

/** Writes time off and closed days of the next weeks. */
export async function writeAbsences(trx: Transaction<Database>, { ids, today }: { ids: DemoIds; today: DemoDay }): Promise<void> {
  const start = (days: number) => startOfLocalDay(addDays(today.date, days), homeZone).toString()
  const mentor_id = ids.mentors[off.mentor]
  await trx
    .insertInto('time_off')
    .values({
      id: demoId('time off', off.mentor, today.start),
      mentor_id,
      starts_at: start(off.from),
      ends_at: start(off.until),
      reason: off.reason,
      created_by: mentor_id,
    })
    .execute()
  const place = await trx.selectFrom('places').select('id').where('name', '=', places[closed.place].name).executeTakeFirstOrThrow()
  await trx
    .insertInto('closed_days')
    .values({
      id: demoId('closed day', closed.place, today.start),
      place_id: place.id,
      date: addDays(today.date, closed.day),
      reason: closed.reason,
    })
    .execute()
}
