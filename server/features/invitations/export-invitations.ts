import { logShown } from '../../platform/access-log-commands.ts'
import { csvFile } from '../../platform/csv.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { say } from '../../platform/text.ts'
import { type InvitationFilter, streamInvitations } from './queries.ts'

const columns = [
  'name',
  'channel',
  'address',
  'roles',
  'status',
  'delivery',
  'invitedBy',
  'created',
  'expires',
  'accepted',
  'withdrawn',
] as const

/** The invitations of a filter as CSV, streamed. Each person is logged before their line is sent. */
export const exportInvitations = (db: Connection, scope: PersonScope, filter: Omit<InvitationFilter, 'page' | 'per_page'>) =>
  csvFile(
    scope,
    columns,
    streamInvitations(db, scope, filter),
    ({ person, channel, address, roles, status, delivery, invited_by, created_at, expires_at, accepted_at, revoked_at }) => [
      person.name,
      say(scope.language, `value.channel.${channel}`),
      address ?? '',
      roles.map(({ name }) => name).join(', '),
      say(scope.language, `value.invitation.${status}`),
      delivery === null ? '' : say(scope.language, `value.delivery.${delivery}`),
      invited_by.name,
      created_at,
      expires_at,
      accepted_at ?? '',
      revoked_at ?? '',
    ],
    part => logShown(db, scope, part, 'list'),
  )
