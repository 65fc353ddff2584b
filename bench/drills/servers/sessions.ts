import { send } from '../../../e2e/support/client.ts'
import { signInAgain, type Site } from '../../drill-support/site.ts'

/**
 * Ends sessions and takes roles at `here`, and asks with them at `there` at once. Answers how many were still let
 * in.
 */
export async function askAfterTheEnd(site: Site, here: string, there: string, rounds: number): Promise<number> {
  const { database, clients, administrator } = site
  const asAdministrator = (method: string, path: string, body?: unknown) => send(here, method, path, { token: administrator, body })
  const { rows } = await database.query<{ id: string }>(
    "SELECT id FROM roles WHERE abilities @> ARRAY['Schedule List'] AND NOT abilities @> ARRAY['*'] AND opens_admin ORDER BY name LIMIT 1",
  )
  const role = rows[0]!.id
  let letIn = 0
  const expect = async (status: number, what: string, ask: Promise<{ status: number }>) => {
    const answer = await ask
    if (answer.status !== status) throw new Error(`${what} answered ${answer.status}, not ${status}`)
  }
  for (let round = 0; round < rounds; round += 1) {
    const { id } = clients[round]!
    const token = await signInAgain(database, id)
    const profile = () => send(there, 'GET', '/api/my-session', { token })
    const schedules = () => send(there, 'GET', '/api/schedules', { token })

    await expect(403, 'a list of staff', schedules())
    await expect(201, 'giving a role', asAdministrator('POST', '/api/role-assign', { user_id: id, role_ids: [role] }))
    await expect(200, 'a list of staff, with a role', schedules())
    await expect(200, 'taking a role', asAdministrator('POST', '/api/role-assign-update', { user_id: id, role_ids: [] }))
    if ((await schedules()).status !== 403) letIn += 1

    await expect(200, 'a session', profile())
    await expect(200, 'logging out', send(here, 'POST', '/api/logout', { token }))
    if ((await profile()).status !== 401) letIn += 1
  }
  return letIn
}
