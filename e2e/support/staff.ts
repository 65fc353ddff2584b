import type { Login } from '#contract/people.ts'
import type { AbilityName } from '#contract/abilities.ts'
import { publishedVersions, registerLogin, send } from './client.ts'
import { ownNumber } from './own-number.ts'
import { logIn } from './people.ts'

/** A new member of staff of the demo who holds exactly these abilities, through a role of their own. */
export async function registerStaff(url: string, abilities: readonly AbilityName[]): Promise<Login> {
  const number = ownNumber()
  const login = await registerLogin(url, number, await publishedVersions(url))
  const { token } = await logIn(url, 'administrator')
  const role = await send(url, 'POST', '/api/roles', { token, body: { name: `Own role ${number}`, abilities, opens_admin: true } })
  const given = await send(url, 'POST', '/api/role-assign', { token, body: { user_id: login.user.id, role_ids: [role.body.id] } })
  if (given.status >= 300) throw new Error(`role-assign answered ${given.status}: ${JSON.stringify(given.body)}`)
  return { ...login, access: { isAdmin: true, isMentor: false }, abilities: [...abilities] }
}
