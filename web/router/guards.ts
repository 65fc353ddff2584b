import type { AbilityName } from '#contract/abilities.ts'
import { redirect } from '@tanstack/react-router'
import { homeOf, paths } from '../lib/paths.ts'
import { can, session } from '../lib/session.ts'

// Courtesy only: the server checks every call (specification §6).

const away = (address: string) => {
  const [to = '/', query = ''] = address.split('?')
  return redirect({ to, search: Object.fromEntries(new URLSearchParams(query)) as never, replace: true })
}

/** /my */
export function requireLogin(): void {
  if (!session()) throw away(paths.booking())
}

/** /admin */
export function requireAdmin(): void {
  if (!session()?.isAdmin) throw away(paths.booking())
}

/** /mentor */
export function requireMentor(): void {
  if (!session()?.isMentor) throw away(paths.booking())
}

/** Pages of one ability; whoever lacks it sees /401. */
export const requireAbility = (ability: AbilityName) => (): void => {
  if (!can(ability)) throw away(paths.unauthorized())
}

/** Pages of two abilities, both needed. */
export const requireBoth = (one: AbilityName, other: AbilityName) => (): void => {
  if (!can(one) || !can(other)) throw away(paths.unauthorized())
}

/** /join: whoever is logged in goes where they belong. */
export function requireVisitor(): void {
  const person = session()
  if (person) throw away(homeOf(person))
}

/** An address that has moved. */
export const goTo = (path: string) => (): void => {
  throw away(path)
}
