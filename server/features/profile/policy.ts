import { holds, type PersonScope } from '../../platform/scope.ts'

/**
 * The person whose profile the caller opens: themselves, or any person with User List; null if the
 * caller may not.
 */
export function profileOwner(scope: PersonScope, wanted: string | undefined): string | null {
  if (wanted === undefined || wanted === scope.person.id) return scope.person.id
  return holds(scope, 'User List') ? wanted : null
}
