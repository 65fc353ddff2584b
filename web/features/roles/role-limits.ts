import { findAbilitiesNotHeld, wildcard } from '#contract/abilities.ts'
import type { Role } from '#contract/roles.ts'
import { region, t } from '../../lib/messages.ts'
import { session } from '../../lib/session.ts'

/** Abilities of a list that the person here does not hold, and so can neither give nor take. */
export const abilitiesNotHeld = (abilities: readonly string[]): string[] => findAbilitiesNotHeld(session()?.abilities ?? [], abilities)

/** Why the person here can only look at a role; null where they can change it, give it and take it. The server decides the same. */
export function readOnlyReason({ abilities, opens_admin }: Pick<Role, 'abilities' | 'opens_admin'>): string | null {
  const missing = abilitiesNotHeld(abilities)
  if (missing.includes(wildcard)) return t('roleForm.readOnlyAll')
  if (missing.length > 0) return t('roleForm.readOnly', { abilities: new Intl.ListFormat(region).format(missing) })
  return opens_admin && !session()?.isAdmin ? t('roleForm.readOnlyAdmin') : null
}
