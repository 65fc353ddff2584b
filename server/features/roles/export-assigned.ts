import { logShown } from '../../platform/access-log-commands.ts'
import { csvFile, csvYesNo } from '../../platform/csv.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { type AssignedFilter, streamAssigned } from './queries.ts'

/** The holders of roles of a filter as CSV, streamed. Each person is logged before their line is sent. */
export const exportAssigned = (db: Connection, scope: PersonScope, filter: Omit<AssignedFilter, 'page' | 'per_page'>) =>
  csvFile(
    scope,
    ['name', 'phone', 'active', 'roles'],
    streamAssigned(db, scope, filter),
    ({ user, roles }) => [user.name, user.phone ?? '', csvYesNo(scope.language, user.active), roles.map(({ name }) => name).join(', ')],
    part => logShown(db, scope, part, 'roles'),
  )
