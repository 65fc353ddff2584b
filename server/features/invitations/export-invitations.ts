import { logShown } from '../../platform/access-log-commands.ts'
import { csvFile } from '../../platform/csv.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { streamNumberedPages } from '../../platform/stream-in-parts.ts'
import { type InvitationFilter, listInvitations } from './queries.ts'

const columns = ['Name', 'Channel', 'Address', 'Roles', 'Status', 'Delivery', 'Invited by', 'Created', 'Expires', 'Accepted', 'Withdrawn']

/** The invitations of a filter as CSV, streamed. Each person is logged before their line is sent. */
export const exportInvitations = (db: Connection, scope: PersonScope, filter: Omit<InvitationFilter, 'page' | 'per_page'>) =>
  csvFile(
    columns,
    streamNumberedPages(page => listInvitations(db, scope, { ...filter, ...page })),
    ({ person, channel, address, roles, status, delivery, invited_by, created_at, expires_at, accepted_at, revoked_at }) => [
      person.name,
      channel,
      address ?? '',
      roles.map(({ name }) => name).join(', '),
      status,
      delivery ?? '',
      invited_by.name,
      created_at,
      expires_at,
      accepted_at ?? '',
      revoked_at ?? '',
    ],
    part => logShown(db, scope, part, 'list'),
  )
