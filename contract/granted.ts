import type { AbilityName } from './abilities.ts'

// A file of its own: the first page needs no list of abilities.

/** The wildcard: grants every ability. */
export const wildcard = '*'

/** Whether a list of abilities grants one, directly or through `*`. */
export function grants(abilities: readonly string[], ability: AbilityName | typeof wildcard): boolean {
  return abilities.includes(wildcard) || abilities.includes(ability)
}

/**
 * The abilities in `wanted` that `own` lacks. People grant only what they hold (decision record 012); `*` is
 * held through `*` only.
 */
export function findAbilitiesNotHeld(own: readonly string[], wanted: readonly string[]): string[] {
  return own.includes(wildcard) ? [] : wanted.filter(name => !own.includes(name))
}

interface Rights {
  isAdmin: boolean
  isMentor: boolean
  abilities: readonly string[]
}

/**
 * Whether a person can read other people's data: any ability, a mentor's role or the admin area. They
 * confirm a second factor in production, and their sessions are short (`staffIdleMs`).
 */
export const isPrivileged = ({ isAdmin, isMentor, abilities }: Rights): boolean => isAdmin || isMentor || abilities.length > 0

/**
 * Hash of a person's abilities and areas (FNV-1a). Every response to a signed-in person carries it
 * (`rolesHeader`), so that pages notice a change and reload their menus. It is no access control.
 */
export function hashRoles({ isAdmin, isMentor, abilities }: Rights): string {
  let hash = 0x811c9dc5
  for (const letter of [isAdmin, isMentor, ...abilities.toSorted()].join()) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193)
  return (hash >>> 0).toString(36)
}

/** The header that carries `hashRoles`. */
export const rolesHeader = 'openhour-roles'
