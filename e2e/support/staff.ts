import type { Login } from '#contract/people.ts'
import type { AbilityName } from '#contract/abilities.ts'
import { publishedVersions, registerLogin, send } from './client.ts'
import { ownNumber } from './own-number.ts'
import { logIn } from './people.ts'

/** A new member of staff of the demo who holds exactly these abilities, through a role of their own. */
export const registerStaff = (url: string, abilities: readonly AbilityName[]): Promise<Login> =>
  registerWithRole(url, { abilities, isAdmin: true, isMentor: false })

/** A new mentor of the demo, without a text for clients, support types or sessions. */
export const registerMentor = (url: string): Promise<Login> => registerWithRole(url, { abilities: [], isAdmin: false, isMentor: true })

async function registerWithRole(
  url: string,
  { abilities, ...access }: Login['access'] & { abilities: readonly AbilityName[] },
): Promise<Login> {
  const number = ownNumber()
  const login = await registerLogin(url, number, await publishedVersions(url))
  const { token } = await logIn(url, 'administrator')
  const body = { name: `Own role ${number}`, abilities, opens_admin: access.isAdmin, is_mentor: access.isMentor }
  const role = await send(url, 'POST', '/api/roles', { token, body })
  const given = await send(url, 'POST', '/api/role-assign', { token, body: { user_id: login.user.id, role_ids: [role.body.id] } })
  if (given.status >= 300) throw new Error(`role-assign answered ${given.status}: ${JSON.stringify(given.body)}`)
  return { ...login, access, abilities: [...abilities] }
}
