import type { Login } from '#contract/people.ts'
import { send } from './client.ts'
import { demoPhones, logIn, type DemoPerson } from './people.ts'

/** Things of the demo that addresses name, each one that the demo's mentor or client has to do with. */
export interface DemoIds {
  /** A session of the mentor with a booked client, and that appointment. */
  schedule: string
  appointment: string
  user: string
  role: string
  contract: string
  /** Themselves. */
  people: Record<DemoPerson, string>
  /** The client's own. */
  ownAppointment: string
  ownAcceptance: string
}

interface Listed {
  data: { id: string; schedule_id?: string }[]
}

/** Reads them over the API. */
export async function readDemoIds(url: string): Promise<DemoIds> {
  const logins = await Promise.all((Object.keys(demoPhones) as DemoPerson[]).map(async who => [who, await logIn(url, who)] as const))
  const { administrator, mentor, client } = Object.fromEntries(logins) as Record<DemoPerson, Login>
  const read = async <Body>(token: string, path: string): Promise<Body> => (await send(url, 'GET', path, { token })).body as unknown as Body
  const asAdministrator = <Body>(path: string) => read<Body>(administrator.token, path)

  const { data: schedules } = await asAdministrator<Listed>(`/api/schedules?availability=past&mentor_id=${mentor.user.id}`)
  const { schedule, appointment } = await firstBooked(schedules, id => asAdministrator<Listed>(`/api/appointments?schedule_id=${id}`))
  const { roles } = await asAdministrator<{ roles: { id: string }[] }>('/api/roles')
  const { data: contracts } = await asAdministrator<Listed>('/api/legally-binding-contract')
  const { appointments } = await read<{ appointments: Listed }>(client.token, '/api/my-profile')
  const { data: acceptances } = await read<Listed>(client.token, '/api/my-profile/acceptances')
  return {
    schedule,
    appointment,
    user: client.user.id,
    role: idOf(roles),
    contract: idOf(contracts),
    people: Object.fromEntries(logins.map(([who, { user }]) => [who, user.id])) as Record<DemoPerson, string>,
    ownAppointment: idOf(appointments.data),
    ownAcceptance: idOf(acceptances),
  }
}

async function firstBooked(schedules: { id: string }[], appointmentsOf: (scheduleId: string) => Promise<Listed>) {
  for (const { id } of schedules) {
    const [first] = (await appointmentsOf(id)).data
    if (first) return { schedule: id, appointment: first.id }
  }
  throw new Error('no session of the demo’s mentor has an appointment')
}

function idOf([first]: { id: string }[]): string {
  if (!first) throw new Error('the demo has none')
  return first.id
}
