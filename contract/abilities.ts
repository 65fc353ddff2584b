/**
 * Every ability, grouped by subject (product rules §4). The first twelve names are the specification's.
 * `*` grants them all.
 */
export const abilityGroups = {
  Schedules: ['Schedule List', 'Schedule Create', 'Schedule Edit'],
  Appointments: ['Appointment List', 'Appointment Edit', 'Appointment Create'],
  Feedback: ['Feedback List', 'Feedback Questions Create', 'Feedback Create'],
  Roles: ['Role List', 'Role Create', 'Role Edit', 'RoleAssign List', 'RoleAssign Edit'],
  Users: ['User List', 'User Edit', 'User Export', 'User Erase', 'User Merge'],
  Organisation: ['Contract Edit', 'Report View', 'Settings Edit', 'Webhook Edit', 'Audit View'],
} as const

export type AbilityName = (typeof abilityGroups)[keyof typeof abilityGroups][number]

/** The wildcard: grants everything (specification §6 and §9). */
export const wildcard = '*'

export const abilityNames: readonly AbilityName[] = Object.values(abilityGroups).flat()

/** Whether a list of abilities grants one, directly or through `*`. */
export function grants(abilities: readonly string[], ability: AbilityName | typeof wildcard): boolean {
  return abilities.includes(wildcard) || abilities.includes(ability)
}

/**
 * The abilities in `wanted` that `own` lacks. People grant only what they hold (product rules §4); `*` is
 * held through `*` only.
 */
export function findAbilitiesNotHeld(own: readonly string[], wanted: readonly string[]): string[] {
  return own.includes(wildcard) ? [] : wanted.filter(name => !own.includes(name))
}

/**
 * Hash of a person's abilities and areas (FNV-1a). Every response to a signed-in person carries it
 * (`rolesHeader`), so that pages notice a change and reload their menus. It is no access control.
 */
export function hashRoles({ isAdmin, isMentor, abilities }: { isAdmin: boolean; isMentor: boolean; abilities: readonly string[] }): string {
  let hash = 0x811c9dc5
  for (const letter of [isAdmin, isMentor, ...abilities.toSorted()].join()) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193)
  return (hash >>> 0).toString(36)
}

/** The header that carries `hashRoles`. */
export const rolesHeader = 'openhour-roles'
