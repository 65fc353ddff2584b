import type { UserFilter } from '#contract/users.ts'
import { logShown } from '../../platform/access-log-commands.ts'
import { csvHead, csvLine, csvYesNo } from '../../platform/csv.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { streamUsers } from './queries.ts'

/** The people of a filter as CSV, streamed: what the list shows. Each is logged before their line is sent. */
export async function* exportUsers(db: Connection, scope: PersonScope, filter: UserFilter): AsyncGenerator<string> {
  yield csvHead(scope.language, ['name', 'phone', 'email', 'roles', 'active', 'nextAppointment', 'lastAppointment', 'missed'])
  for await (const users of streamUsers(db, scope, filter)) {
    await logShown(db, scope, users, 'list')
    yield users
      .map(({ name, phone, email, roles, active, visits }) =>
        csvLine([
          name,
          phone ?? '',
          email ?? '',
          roles.map(role => role.name).join(', '),
          csvYesNo(scope.language, active),
          visits?.next_at ?? '',
          visits?.last_at ?? '',
          visits ? String(visits.missed) : '',
        ]),
      )
      .join('')
  }
}
