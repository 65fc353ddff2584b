import { abilityGroups, abilityNames, type AbilityName } from '#contract/abilities.ts'
import { wildcard } from '#contract/granted.ts'
import type { Role } from '#contract/roles.ts'
import { formatList } from '../../lib/format-values.ts'
import { region, t } from '../../lib/messages.ts'

/**
 * Describes abilities and areas in sentences: "A person with this role can see every session and plan new
 * sessions. …"
 */
export function formatRole({ abilities, opens_admin, is_mentor }: Pick<Role, 'abilities' | 'opens_admin' | 'is_mentor'>): string {
  const all = abilities.includes(wildcard)
  const can = all ? [] : phrases(abilities)
  const nothing = !all && can.length === 0
  if (nothing && is_mentor && !opens_admin) return t('roles.sayOnlyMentor')
  const first = all ? t('roles.sayEverything') : nothing ? t('roles.sayNothing') : t('roles.say', { what: formatList(can) })
  const door = opens_admin ? t('roles.sayAdmin') : !nothing && t('roles.sayNoDoor')
  return [first, door, is_mentor && t('roles.sayMentor')].filter(Boolean).join(' ')
}

/** Abilities in one phrase: "plan new sessions and see the figures". */
export const formatPhrases = (abilities: readonly string[]): string => formatList(phrases(abilities))

/** In the catalogue's order; a complete group is one sentence. */
function phrases(abilities: readonly string[]): string[] {
  return groupNames.flatMap(group => {
    const names: readonly AbilityName[] = abilityGroups[group]
    const held = names.filter(name => abilities.includes(name))
    return held.length === names.length ? [t(`roles.canAll.${group}`)] : held.map(name => t(`roles.can.${name}`))
  })
}

type Group = keyof typeof abilityGroups
const groupNames = Object.keys(abilityGroups) as Group[]

/** Text of an ability: "Plan new sessions". */
export function formatAbility(ability: AbilityName): string {
  const phrase = t(`roles.can.${ability}`)
  return phrase.charAt(0).toLocaleUpperCase(region) + phrase.slice(1)
}

/** The ability that opens the pages of another. */
const companions: { [Name in AbilityName]?: AbilityName } = {
  'Schedule Create': 'Schedule List',
  'Schedule Edit': 'Schedule List',
  'Appointment List': 'Schedule List',
  'Appointment Edit': 'Appointment List',
  'Appointment Create': 'Appointment List',
  'Role Create': 'Role List',
  'Role Edit': 'Role List',
  'RoleAssign Edit': 'RoleAssign List',
  'User Edit': 'User List',
  'User Export': 'User List',
  'User Erase': 'User Edit',
  'User Merge': 'User Edit',
}

/** Chosen abilities without the one that opens their pages. */
export function missingCompanions(abilities: readonly string[]): { ability: AbilityName; companion: AbilityName }[] {
  if (abilities.includes(wildcard)) return []
  return abilityNames.flatMap(ability => {
    const companion = companions[ability]
    return companion && abilities.includes(ability) && !abilities.includes(companion) ? [{ ability, companion }] : []
  })
}
