import type { InvitationChannel } from '#contract/invitations.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Platform } from '../../platform/http/platform.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { sealCode } from '../../platform/secrets/pending-code.ts'
import { hashToken, newToken } from '../../platform/session-gate.ts'
import { recordAudit } from '../audit/commands.ts'
import { readSettingsRow } from '../site/queries.ts'

const dayMs = 86_400_000

interface NewPerson {
  name: string
  /** E.164. */
  phone: string | null
  email: string | null
  channel: InvitationChannel
}

/**
 * Creates the record that an invitation gives away: an ordinary one without a way to sign in. Null
 * where another active person has the number.
 */
export async function createInvited(trx: Connection, scope: PersonScope, { channel, ...person }: NewPerson): Promise<string | null> {
  const { locale, time_zone } = await readSettingsRow(trx)
  const byMail = channel === 'email' || (channel === 'print' && person.phone === null && person.email !== null)
  const row = await trx
    .insertInto('users')
    .values({ ...person, channel: byMail ? 'email' : 'sms', locale, time_zone, created_at: scope.now })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  await recordAudit(trx, scope, { action: 'created', subject: 'user', subjectId: row.id, personId: row.id })
  return row.id
}

interface NewInvitation {
  userId: string
  channel: InvitationChannel
  /** Where it is sent: E.164, or an e-mail address in lower case; null: printed. */
  address: string | null
  roleIds: readonly string[]
}

/**
 * Writes an invitation and queues its message. Replaces an expired one of the person; null if they
 * have one that has not expired. The caller has checked the rights and locked the person, or created
 * them.
 */
export async function writeInvitation(
  trx: Connection,
  scope: PersonScope,
  secrets: Platform['secrets'],
  { userId, channel, address, roleIds }: NewInvitation,
): Promise<string | null> {
  const { now, person } = scope
  const { invitation_days } = await readSettingsRow(trx)
  await trx
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '<=', now.toISOString())
    .execute()
  const token = newToken()
  const row = await trx
    .insertInto('invitations')
    .values({
      user_id: userId,
      token_hash: hashToken(token),
      channel,
      address,
      invited_by: person.id,
      created_at: now,
      expires_at: new Date(now.getTime() + invitation_days * dayMs),
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  if (roleIds.length > 0) {
    await trx
      .insertInto('invitation_roles')
      .values(roleIds.map(role_id => ({ invitation_id: row.id, role_id })))
      .execute()
  }
  // A printed link is made when it is printed: until then its token is known to no one.
  if (channel !== 'print') await queueLink(trx, scope, secrets, { id: row.id, userId, channel, token })
  const roles = roleIds.length > 0 ? await trx.selectFrom('roles').select('name').where('id', 'in', roleIds).orderBy('name').execute() : []
  const after = { channel, roles: roles.map(({ name }) => name) }
  await recordAudit(trx, scope, { action: 'invited', subject: 'user', subjectId: userId, personId: userId, after })
  return row.id
}

interface Link {
  id: string
  userId: string
  channel: 'email' | 'sms'
  token: string
}

/** Queues the message with a link. The token is sealed until it is sent. */
async function queueLink(trx: Connection, scope: PersonScope, secrets: Platform['secrets'], { id, userId, channel, token }: Link) {
  const detail = JSON.stringify({ invitation_id: id, sealed: sealCode(secrets, id, token) })
  await trx.insertInto('outbox').values({ kind: 'invitation', user_id: userId, via: channel, detail, due_at: scope.now }).execute()
}

/**
 * Gives an open invitation a new link in the caller's name; the earlier one stops working. Returns the
 * token of a printed one; otherwise queues its message and returns null. The caller has locked the row.
 */
export async function renewLink(
  trx: Connection,
  scope: PersonScope,
  secrets: Platform['secrets'],
  { id, userId, channel }: { id: string; userId: string; channel: InvitationChannel },
): Promise<{ token: string | null; expires_at: string }> {
  const { now, person } = scope
  const { invitation_days } = await readSettingsRow(trx)
  const token = newToken()
  const { expires_at } = await trx
    .updateTable('invitations')
    .set({ token_hash: hashToken(token), invited_by: person.id, expires_at: new Date(now.getTime() + invitation_days * dayMs) })
    .where('id', '=', id)
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  if (channel !== 'print') await queueLink(trx, scope, secrets, { id, userId, channel, token })
  const after = { channel }
  await recordAudit(trx, scope, { action: 'invitation_renewed', subject: 'user', subjectId: userId, personId: userId, after })
  return { token: channel === 'print' ? token : null, expires_at }
}
