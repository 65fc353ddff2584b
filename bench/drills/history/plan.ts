import type { Login } from '../../../contract/people.ts'
import type { Schedule } from '../../../contract/schedules.ts'
import { send } from '../../../e2e/support/client.ts'
import { signInAgain, type DrillClient, type Site } from '../../drill-support/site.ts'
import type { Time } from './model.ts'
import { slotOf } from './operations.ts'

/** What one seed plays with: few people who want few seats. */
export interface Ground {
  clients: DrillClient[]
  mentors: DrillClient[]
  times: Time[]
  /** The day that people wait for, and what for. */
  awaited: { support_type_id: string; from_date: string; to_date: string }
  administrator: { id: string; token: string }
}

const clientsOfASeed = 14
const mentorsOfASeed = 6
/** What the demo offers: of these kinds of support one has to be approved. */
interface Choice {
  id: string
  needs_approval: boolean
}

/** How many people the seeds need together. */
export const peopleFor = (seeds: number): number => seeds * clientsOfASeed

/**
 * Plans a few sessions for a seed of its own, as an administrator would, so that clients overlap with themselves
 * in many ways.
 */
export async function planGround(site: Site, administrator: Login, turn: number): Promise<Ground> {
  const mentors = await makeMentors(site, turn)
  const { body } = await send(site.product.url, 'GET', '/api/schedules/create', { token: administrator.token })
  const { support_types, places } = body as unknown as { support_types: Choice[]; places: { id: string }[] }
  const plain = support_types.find(({ needs_approval }) => !needs_approval)!.id
  const asking = support_types.find(({ needs_approval }) => needs_approval)!.id
  const date = (day: number) => new Date(Date.now() + (400 + 2 * turn + day) * 86_400_000).toISOString().slice(0, 10)
  const [first, second] = [date(0), date(1)]
  const hours = { hour: 3_600_000, now: Math.floor(Date.now() / 60_000) * 60_000 }
  const begun = { starts_at: new Date(hours.now - hours.hour).toISOString(), ends_at: new Date(hours.now + 7 * hours.hour).toISOString() }

  const plan = async (what: Partial<Time>, support_type_id: string, who: number[], session: Record<string, unknown>): Promise<Time[]> => {
    const mentor_ids = who.map(number => mentors[number]!.id)
    const { status, body: planned } = await send(site.product.url, 'POST', '/api/schedules', {
      token: administrator.token,
      body: { support_type_id, place_id: places[0]!.id, mentor_ids, status: 'published', ...session },
    })
    if (status !== 201) throw new Error(`planning answered ${status}: ${JSON.stringify(planned)}`)
    return timesIn(site, planned as unknown as Schedule, { asksFirst: support_type_id === asking, begun: false, awaited: false, ...what })
  }
  const times = [
    // One seat each, two mentors at the same times: any of the two, too.
    await plan({}, plain, [0, 1], { starts_at: `${first}T09:00`, ends_at: `${first}T12:00`, slot_minutes: 30 }),
    // Across those, for approval, and several seats.
    await plan({}, asking, [2], { starts_at: `${first}T09:15`, ends_at: `${first}T12:15`, slot_minutes: 45, seats_per_slot: 2 }),
    await plan({}, plain, [3], { starts_at: `${first}T10:00`, ends_at: `${first}T12:00`, slot_minutes: 60, seats_per_slot: 3 }),
    await plan({ awaited: true }, plain, [0], { starts_at: `${second}T09:00`, ends_at: `${second}T10:30`, slot_minutes: 30 }),
    await plan({ begun: true }, plain, [4, 5], { ...begun, slot_minutes: 480, seats_per_slot: 2 }),
  ].flat()
  return {
    clients: site.clients.slice(turn * clientsOfASeed, (turn + 1) * clientsOfASeed),
    mentors,
    times,
    awaited: { support_type_id: plain, from_date: second, to_date: second },
    administrator: { id: administrator.user.id, token: administrator.token },
  }
}

/** Mentors of the seed's own, who have been nowhere before. */
async function makeMentors({ database }: Site, turn: number): Promise<DrillClient[]> {
  const { rows } = await database.query<{ id: string }>('SELECT id FROM supply_mentors WHERE n BETWEEN $1 AND $2 ORDER BY n', [
    turn * mentorsOfASeed,
    (turn + 1) * mentorsOfASeed - 1,
  ])
  const signedIn: DrillClient[] = []
  for (const { id } of rows) signedIn.push({ id, token: await signInAgain(database, id) })
  return signedIn
}

async function timesIn({ database }: Site, { id }: Schedule, what: Pick<Time, 'asksFirst' | 'begun' | 'awaited'>): Promise<Time[]> {
  const { rows } = await database.query<{ schedule_id: string; mentor_id: string; starts_at: Date; ends_at: Date; seats: number }>(
    'SELECT schedule_id, mentor_id, starts_at, ends_at, seats FROM slots WHERE schedule_id = $1 ORDER BY starts_at, roster',
    [id],
  )
  return rows.map(({ starts_at, ends_at, ...row }) => {
    const [starts, ends] = [starts_at.toISOString(), ends_at.toISOString()]
    return { ...row, ...what, slot: slotOf(row.mentor_id, starts), starts_at: starts, ends_at: ends }
  })
}
