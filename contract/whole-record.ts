import type { AbilityName } from './abilities.ts'
import { grants } from './granted.ts'

/**
 * The abilities for an action on a person's whole record: the action's own ability first, then those of
 * each part that it shows or changes. One missing ability refuses the whole action,
 * because a partial export or merge would look complete (decision record 051).
 */
export const wholeRecordAbilities = {
  export: ['User Export', 'User List', 'Appointment List', 'Feedback List', 'Schedule List', 'Audit View'],
  merge: ['User Merge', 'User List', 'User Edit', 'Appointment List', 'Appointment Edit'],
  erase: ['User Erase', 'User Edit', 'Appointment Edit'],
} as const satisfies Record<string, readonly [AbilityName, ...AbilityName[]]>

export type WholeRecordAction = keyof typeof wholeRecordAbilities

/** The abilities in `wanted` that are not granted; empty if all are. */
export const findMissingAbilities = (own: readonly string[], wanted: readonly AbilityName[]): AbilityName[] =>
  wanted.filter(name => !grants(own, name))
