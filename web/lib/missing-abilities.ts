import type { AbilityName } from '#contract/abilities.ts'
import { findMissingAbilities } from '#contract/whole-record.ts'
import { session } from './session.ts'

/** The abilities among `wanted` that the user lacks. */
export const missingAbilities = (wanted: readonly AbilityName[]): AbilityName[] => findMissingAbilities(session()?.abilities ?? [], wanted)
