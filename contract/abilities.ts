/** Every ability, grouped by what it touches (product rules §4). The first twelve names are the specification's. `*` holds them all. */
export const abilityGroups = {
  Schedules: ['Schedule List', 'Schedule Create', 'Schedule Edit'],
  Appointments: ['Appointment List', 'Appointment Edit', 'Appointment Create'],
  Feedback: ['Feedback List', 'Feedback Questions Create', 'Feedback Create'],
  Roles: ['Role List', 'Role Create', 'Role Edit', 'RoleAssign List', 'RoleAssign Edit'],
  Users: ['User List', 'User Edit'],
  Organisation: ['Contract Edit', 'Report View', 'Settings Edit', 'Audit View'],
} as const

export type AbilityName = (typeof abilityGroups)[keyof typeof abilityGroups][number]

/** The wildcard: grants everything (specification §6 and §9). */
export const everything = '*'

export const abilityNames: readonly AbilityName[] = Object.values(abilityGroups).flat()

/** Whether a list of abilities grants one, directly or through `*`. */
export function grants(abilities: readonly string[], ability: AbilityName | typeof everything): boolean {
  return abilities.includes(everything) || abilities.includes(ability)
}
