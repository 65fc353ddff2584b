import { Temporal } from 'temporal-polyfill'
import type { Login } from '#contract/people.ts'
import type { NewSchedule } from '#contract/schedules.ts'
import { publishedVersions, registerLogin, send } from './client.ts'
import { ownNumber } from './own-number.ts'
import { logIn } from './people.ts'
import { planSession } from './schedules.ts'

const minute = 60_000

/** When today began on London's clock, in ms. */
export const startOfToday = () => Temporal.Now.zonedDateTimeISO('Europe/London').startOfDay().epochMilliseconds

/** Half an hour ago, or when today began: in ms, a whole minute. */
export const begunToday = () => Math.max(startOfToday(), Math.floor(Date.now() / minute) * minute - 30 * minute)

/** A new mentor without any sessions: registered as a client, then given the mentors' role. */
export async function registerMentor(url: string): Promise<Login> {
  const login = await registerLogin(url, ownNumber(), await publishedVersions(url))
  const { token } = await logIn(url, 'administrator')
  const { body } = await send(url, 'GET', '/api/roles', { token })
  const { roles } = body as unknown as { roles: { id: string; is_mentor: boolean; opens_admin: boolean; abilities: string[] }[] }
  const role = roles.find(({ is_mentor, opens_admin, abilities }) => is_mentor && !opens_admin && abilities.length === 0)
  const given = await send(url, 'POST', '/api/role-assign', { token, body: { user_id: login.user.id, role_ids: [role?.id] } })
  if (given.status >= 300) throw new Error(`role-assign answered ${given.status}: ${JSON.stringify(given.body)}`)
  return { ...login, access: { ...login.access, isMentor: true } }
}

interface RunningSession {
  id: string
  mentor: Login
  /** The place's date on which it began. */
  day: string
  /** Starts of its hours: the first runs. */
  starts: string[]
}

/**
 * A published session of three hours at a place on London's clock that began half an hour ago, but not yesterday,
 * with a mentor of its own.
 */
export async function planRunningSession(url: string, change: Partial<NewSchedule> = {}): Promise<RunningSession> {
  const mentor = await registerMentor(url)
  const begin = begunToday()
  const at = (minutes: number) => new Date(begin + minutes * minute).toISOString()
  const session = { starts_at: at(0), ends_at: at(180), mentor_ids: [mentor.user.id], ...change }
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(begin)
  return { id: await planSession(url, day, session), mentor, day, starts: [at(0), at(60), at(120)] }
}

/** Staff book a new client into an hour of such a session. Answers the client's login and the appointment. */
export async function bookForClient(url: string, schedule_id: string, starts_at: string) {
  const versions = await publishedVersions(url)
  const number = ownNumber()
  const client = await registerLogin(url, number, versions)
  const staff = (await logIn(url, 'administrator')).token
  const { status, body } = await send(url, 'POST', '/api/appointments', {
    token: staff,
    body: { schedule_id, starts_at, user_id: client.user.id, accepted_version_ids: versions },
  })
  if (status !== 201) throw new Error(`booking answered ${status}: ${JSON.stringify(body)}`)
  const booked = body as unknown as { id: string; reference: string; schedule_id: string; starts_at: string }
  return { client, staff, phone: `+447911${String(100_000 + number)}`, booked }
}
