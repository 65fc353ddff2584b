/**
 * Every ability, grouped by subject.
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

export const abilityNames: readonly AbilityName[] = Object.values(abilityGroups).flat()
