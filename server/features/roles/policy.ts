import type { AbilityName } from '#contract/abilities.ts'
import { findAbilitiesNotHeld, grants } from '#contract/granted.ts'
import { refuse, refuseField, type Refusal } from '../../platform/refusal.ts'
import type { Sentence } from '../../platform/text.ts'

/** A person's abilities, read under the lock for role changes. */
export interface HeldAbilities {
  abilities: readonly string[]
  is_admin: boolean
}

/** The permissions of a role, before or after a change. */
interface RolePowers {
  name: string
  abilities: readonly string[]
  opens_admin: boolean
}

/**
 * Callers grant, change and remove only what they hold: every ability of each role, and access to the
 * admin area for a role that opens it (decision record 012). The mentor area shows only the
 * holder's own sessions and may be given freely.
 */
export function refuseAbilitiesNotHeld(own: HeldAbilities, roles: readonly RolePowers[]): Refusal | null {
  for (const { name, abilities, opens_admin } of roles) {
    const missing = findAbilitiesNotHeld(own.abilities, abilities)
    if (missing.length > 0) return refuse('beyond_own', { message: describeMissing(name, missing) })
    if (opens_admin && !own.is_admin) return refuse('beyond_own', { message: ['refused.opensTheAdminAreaWhichYou', { name }] })
  }
  return null
}

/** A concurrent change may have removed the ability that the call requires. */
export const refuseWithoutAbility = (own: HeldAbilities, ability: AbilityName): Refusal | null =>
  grants(own.abilities, ability) ? null : refuse('missing_ability')

/** 422 at `user_id`. */
export const unknownPerson = refuseField('user_id', 'field.isNotAKnownPerson')

/** Why the caller cannot give these roles to a person, or take them. */
export const refuseAssignment = (
  own: HeldAbilities,
  user: { active: boolean },
  { given, taken }: { given: readonly RolePowers[]; taken: readonly RolePowers[] },
): Refusal | null =>
  given.length > 0 && !user.active
    ? refuseField('user_id', 'field.isNotActiveBringThePerson')
    : (refuseWithoutAbility(own, 'RoleAssign Edit') ?? refuseAbilitiesNotHeld(own, [...given, ...taken]))

const describeMissing = (name: string, missing: readonly string[]): Sentence =>
  missing.includes('*')
    ? ['refused.grantsEverythingWhichYouDoNot', { name }]
    : ['refused.includesWhichYouDoNotHold', { name, abilities: missing.join(', ') }]
