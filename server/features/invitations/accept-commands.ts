import { sql } from 'kysely'
import type { z } from 'zod'
import type { invitationCalls } from '#contract/invitations.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Platform } from '../../platform/http/platform.ts'
import { refuse, Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { hashToken } from '../../platform/session-gate.ts'
import { recordAudit } from '../audit/commands.ts'
import { choosePassword, lockRoleAssignments } from '../people/commands.ts'
import { giveInvitedRoles, refuseGift } from '../roles/gifts/commands.ts'
import type { OpenedSession } from '../sessions/commands.ts'
import { acceptContracts, missingContracts } from '../sessions/registration/commands.ts'
import { continueLogin } from '../sessions/second-step/commands.ts'

type Input = z.output<(typeof invitationCalls)['POST /api/invitation/accept']['body']>
type Ground = Pick<Platform, 'db' | 'settings' | 'secrets'>

/**
 * Accepts an invitation, once: of 200 at once one succeeds. A new person gets their record and is
 * logged in, or asked for a second factor (401 `code_required`). A person with an account gets the
 * roles (null): the link alone never opens an account.
 * Refusals: 404 `invitation_over`, 409 `invitation_used`, `invitation_blocked`, `address_in_use`, 403
 * `sign_in_to_accept`, 422 `contracts_required` and at `password`.
 */
export async function acceptInvitation(ground: Ground, scope: Scope, input: Input): Promise<OpenedSession | Refusal | null> {
  const { db } = ground
  const token_hash = hashToken(input.token)
  const known = await db
    .selectFrom('invitations as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .select(['u.id', 'u.name', 'u.phone', 'u.email'])
    .where('i.token_hash', '=', token_hash)
    .executeTakeFirst()
  if (!known) return refuse('invitation_over')
  const { phone, email } = known
  const name = input.name ?? known.name
  // An ended link costs no password to be hashed.
  const ended = await refuseEnded(db, scope, token_hash)
  if (ended) return ended
  const password_hash = input.password ? await choosePassword(input.password, { name, phone: phone ?? '', email }) : null
  if (password_hash instanceof Refusal) return password_hash
  try {
    return await db.transaction().execute(trx => accept(trx, scope, ground, { userId: known.id, token_hash, name, password_hash, input }))
  } catch (error) {
    // Another person confirmed the address at this moment.
    if ((error as { constraint?: string }).constraint === 'users_active_email') return refuse('address_in_use')
    throw error
  }
}

interface Acceptance {
  userId: string
  token_hash: Buffer
  name: string
  password_hash: string | null
  input: Input
}

/**
 * Every refusal comes before the first write, because the answer may be the request for a second
 * factor, which commits.
 */
async function accept(
  trx: Connection,
  scope: Scope,
  { settings, secrets }: Ground,
  { userId, token_hash, name, password_hash, input }: Acceptance,
): Promise<OpenedSession | Refusal | null> {
  // The order of locks is that of deactivating: the person, then the roles.
  const user = await trx
    .selectFrom('users')
    .select(['phone', 'email', sql<boolean>`has_account(id)`.as('has_account')])
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
  if (ended || !row) return ended
  const chosen = await trx.selectFrom('invitation_roles').select('role_id').where('invitation_id', '=', row.id).execute()
  const gift = { giverId: row.invited_by, userId: user.has_account ? null : userId, roleIds: chosen.map(({ role_id }) => role_id) }
  if (await refuseGift(trx, scope, gift)) return refuse('invitation_blocked')
  if (user.has_account) {
    const { person } = scope
    if (person?.id !== userId || person.program !== null) return refuse('sign_in_to_accept')
    await finish(trx, scope, row.id, userId)
    await giveInvitedRoles(trx, scope, settings, { ...gift, userId })
    return null
  }
  const proved = provedBy(row, user)
  const refusal = (await refuseTakenEmail(trx, proved.email, userId)) ?? (await refuseMissing(trx, input.accepted_version_ids ?? []))
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
  await acceptContracts(trx, scope, userId, input.accepted_version_ids ?? [])
  await giveInvitedRoles(trx, scope, settings, { ...gift, userId })
  const login = { userId, method: 'invitation', byPhone: proved.phone, owesPassword: false, mayEnrol: true } as const
  return continueLogin(trx, scope, { settings, secrets }, login)
}

/** Uses the invitation up. */
async function finish(trx: Connection, scope: Scope, id: string, userId: string): Promise<void> {
  await trx.updateTable('invitations').set({ accepted_at: scope.now }).where('id', '=', id).execute()
  await recordAudit(trx, scope, { action: 'invitation_accepted', subject: 'user', subjectId: userId, personId: userId })
}

/** 409 `invitation_used`, or 404 `invitation_over` for every other link that opens nothing. */
async function refuseEnded(db: Connection, { now }: Scope, token_hash: Buffer): Promise<Refusal | null> {
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

async function refuseMissing(trx: Connection, accepted: string[]): Promise<Refusal | null> {
  const missing = await missingContracts(trx, accepted)
  return missing.length > 0 ? refuse('contracts_required', { contracts: missing }) : null
}
