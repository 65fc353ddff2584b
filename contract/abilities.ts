/** Every ability, grouped by what it touches (product rules §4). The first twelve names are the specification's. `*` holds them all. */
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
export const everything = '*'

export const abilityNames: readonly AbilityName[] = Object.values(abilityGroups).flat()

/** Whether a list of abilities grants one, directly or through `*`. */
export function grants(abilities: readonly string[], ability: AbilityName | typeof everything): boolean {
  return abilities.includes(everything) || abilities.includes(ability)
}

/** What of `wanted` somebody who holds `own` does not hold. Nobody grants what they do not hold (product rules §4); `*` is held through `*` only. */
export function beyond(own: readonly string[], wanted: readonly string[]): string[] {
  return own.includes(everything) ? [] : wanted.filter(name => !own.includes(name))
}

/**
 * A stamp of what somebody may do. Every answer to a signed-in person carries it (`rolesHeader`), so that their pages notice when it is no longer
 * what the menus show. FNV-1a over the abilities and both areas; it says whether something changed, and guards nothing.
 */
export function stampOfRoles({
  isAdmin,
  isMentor,
  abilities,
}: {
  isAdmin: boolean
  isMentor: boolean
  abilities: readonly string[]
}): string {
  let hash = 0x811c9dc5
  for (const letter of [isAdmin, isMentor, ...abilities.toSorted()].join()) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193)
  return (hash >>> 0).toString(36)
}

/** The header that carries `stampOfRoles`. */
export const rolesHeader = 'openhour-roles'
