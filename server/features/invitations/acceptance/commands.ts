import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/connection.ts'
import type { Platform } from '../../../platform/http/platform.ts'
import { refuse, type Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import { recordAudit } from '../../audit/commands.ts'
import { lockRoleAssignments } from '../../people/commands.ts'
import { giveInvitedRoles, refuseGift } from '../../roles/gifts/commands.ts'
import { type Accepted, recordAcceptances, refuseRegistrationWithout } from '../../contracts/accepting/commands.ts'

/**
 * Locks the person and an open invitation whose inviter may still make it.
 * Refusals: 404 `invitation_over`, 409 `invitation_used`, `invitation_blocked`.
 */
export async function lockInvitation(trx: Connection, scope: Scope, { userId, token_hash }: { userId: string; token_hash: Buffer }) {
  // The order of locks is that of deactivating: the person, then the roles.
  const user = await trx
    .selectFrom('users')
    .select(['id', 'phone', 'email', sql<boolean>`has_account(id)`.as('has_account')])
    .where('id', '=', userId)
    .where('active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user) return refuse('invitation_over')
  await lockRoleAssignments(trx)
  const row = await trx
    .selectFrom('invitations')
    .select(['id', 'channel', 'address', 'invited_by'])
    .where('token_hash', '=', token_hash)
    .forUpdate()
    .executeTakeFirst()
  const ended = row ? await refuseEnded(trx, scope, token_hash) : refuse('invitation_over')
  if (ended || !row) return ended ?? refuse('invitation_over')
  const chosen = await trx.selectFrom('invitation_roles').select('role_id').where('invitation_id', '=', row.id).execute()
  const gift = { giverId: row.invited_by, userId: user.has_account ? null : userId, roleIds: chosen.map(({ role_id }) => role_id) }
  return (await refuseGift(trx, scope, gift)) ? refuse('invitation_blocked') : { user, row, gift }
}

type Held = Exclude<Awaited<ReturnType<typeof lockInvitation>>, Refusal>

interface TakenUp {
  name: string
  password_hash: string | null
  accepted: Accepted
}

/**
 * Gives the record and the roles to the person who holds the link, and uses it up.
 * Refusals, before anything is written: 409 `address_in_use`, 422 `contracts_required`.
 */
export async function takeUpRecord(
  trx: Connection,
  scope: Scope,
  settings: Platform['settings'],
  { user, row, gift }: Held,
  { name, password_hash, accepted }: TakenUp,
): Promise<{ byPhone: boolean } | Refusal> {
  const { id: userId } = user
  const proved = provedBy(row, user)
  const refusal = (await refuseTakenEmail(trx, proved.email, userId)) ?? (await refuseRegistrationWithout(trx, scope, accepted))
  if (refusal) return refusal
  await finish(trx, scope, row.id, userId)
  await trx
    .updateTable('users')
    .set({
      name,
      password_hash,
      ...(proved.phone && { phone_verified_at: scope.now }),
      ...(proved.email !== null && { email_verified_at: scope.now }),
    })
    .where('id', '=', userId)
    .execute()
  await recordAcceptances(trx, scope, userId, accepted)
  await giveInvitedRoles(trx, scope, settings, { ...gift, userId })
  return { byPhone: proved.phone }
}

/** 409 `address_in_use` where another person confirmed the address at the same moment. */
export async function refuseAddressTakenNow<T>(transaction: Promise<T>): Promise<T | Refusal> {
  try {
    return await transaction
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'users_active_email') return refuse('address_in_use')
    throw error
  }
}

/** Uses the invitation up. */
export async function finish(trx: Connection, scope: Scope, id: string, userId: string): Promise<void> {
  await trx.updateTable('invitations').set({ accepted_at: scope.now }).where('id', '=', id).execute()
  await recordAudit(trx, scope, { action: 'invitation_accepted', subject: 'user', subjectId: userId, personId: userId })
}

/** 409 `invitation_used`, or 404 `invitation_over` for every other link that opens nothing. */
export async function refuseEnded(db: Connection, { now }: Scope, token_hash: Buffer): Promise<Refusal | null> {
  const row = await db
    .selectFrom('invitations')
    .select(['accepted_at', 'revoked_at', 'expires_at'])
    .where('token_hash', '=', token_hash)
    .executeTakeFirst()
  if (row?.accepted_at) return refuse('invitation_used')
  return row && row.revoked_at === null && Date.parse(row.expires_at) > now.getTime() ? null : refuse('invitation_over')
}

/**
 * What the link proves: the number or address that it was sent to, if the record still has it. A
 * printed link proves nothing.
 */
function provedBy({ channel, address }: { channel: string; address: string | null }, user: { phone: string | null; email: string | null }) {
  return {
    phone: channel === 'sms' && user.phone === address,
    email: channel === 'email' && address !== null && user.email?.toLowerCase() === address ? address : null,
  }
}

async function refuseTakenEmail(trx: Connection, email: string | null, userId: string): Promise<Refusal | null> {
  if (email === null) return null
  const other = await trx
    .selectFrom('users')
    .select('id')
    .where(sql`lower(email)`, '=', email)
    .where('active', '=', true)
    .where('email_verified_at', 'is not', null)
    .where('id', '<>', userId)
    .executeTakeFirst()
  return other ? refuse('address_in_use') : null
}
