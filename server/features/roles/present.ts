import type { Selectable } from 'kysely'
import { abilityNames } from '#contract/abilities.ts'
import { wildcard } from '#contract/granted.ts'
import type { Role } from '#contract/roles.ts'
import type { Database } from '#database/types.ts'

/** The columns of a role that are shown. */
export const roleColumns = ['id', 'name', 'abilities', 'opens_admin', 'is_mentor', 'single_sign_on_only', 'revision'] as const
export type RoleRow = Pick<Selectable<Database['roles']>, (typeof roleColumns)[number]>

const order: readonly string[] = [wildcard, ...abilityNames]

/** Abilities in the order of the catalogue, without duplicates; `*` replaces all others. */
export function orderAbilities(abilities: readonly string[]): string[] {
  if (abilities.includes(wildcard)) return [wildcard]
  return [...new Set(abilities)].toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
}

/** A role as the API shows it. */
export const presentRole = ({ id, name, abilities, opens_admin, is_mentor, single_sign_on_only, revision }: RoleRow): Role => ({
  id,
  name,
  abilities: orderAbilities(abilities),
  opens_admin,
  is_mentor,
  single_sign_on_only,
  revision,
})
