import { findAbilitiesNotHeld, wildcard } from '#contract/granted.ts'
import type { Role } from '#contract/roles.ts'
import { t } from '../../lib/messages.ts'
import { session } from '../../lib/session.ts'
import { formatPhrases } from './format-role.ts'

/** Abilities of a list that the user does not hold, and so cannot grant or remove. */
export const abilitiesNotHeld = (abilities: readonly string[]): string[] => findAbilitiesNotHeld(session()?.abilities ?? [], abilities)

/** Why the user cannot change or assign a role; null if they can. The server enforces the same rule. */
export function readOnlyReason({ abilities, opens_admin }: Pick<Role, 'abilities' | 'opens_admin'>): string | null {
  const missing = abilitiesNotHeld(abilities)
  if (missing.includes(wildcard)) return t('roleForm.readOnlyAll')
  if (missing.length > 0) return t('roleForm.readOnly', { what: formatPhrases(missing) })
  return opens_admin && !session()?.isAdmin ? t('roleForm.readOnlyAdmin') : null
}
