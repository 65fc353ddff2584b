import { holds, type PersonScope } from '../../platform/scope.ts'

/** Whose profile is opened: one's own, or with User List anybody's; null where the person asking may not know of it. */
export function profileOwner(scope: PersonScope, wanted: string | undefined): string | null {
  if (wanted === undefined || wanted === scope.person.id) return scope.person.id
  return holds(scope, 'User List') ? wanted : null
}
