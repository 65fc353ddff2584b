import type * as z from 'zod'
import type { invitationCalls } from '#contract/invitations.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Platform } from '../../platform/http/platform.ts'
import { refuse, Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { hashToken } from '../../platform/session-gate.ts'
import { readAccepted } from '../contracts/accepting/commands.ts'
import { choosePassword } from '../people/commands.ts'
import { giveInvitedRoles } from '../roles/gifts/commands.ts'
import type { OpenedSession } from '../sessions/commands.ts'
import { continueLogin } from '../sessions/second-step/commands.ts'
import { refuseWithoutSingleSignOn } from '../sessions/single-sign-on/commands.ts'
import { finish, lockInvitation, refuseAddressTakenNow, refuseEnded, takeUpRecord } from './acceptance/commands.ts'

type Input = z.output<(typeof invitationCalls)['POST /api/invitation/accept']['body']>
type Ground = Pick<Platform, 'db' | 'settings' | 'secrets'>

/**
 * Accepts an invitation, once: of 200 at once one succeeds. A new person gets their record and is
 * logged in, or asked for a second factor (401 `code_required`). A person with an account gets the
 * roles (null): the link alone never opens an account.
 * Refusals: 404 `invitation_over`, 409 `invitation_used`, `invitation_blocked`, `address_in_use`, 403
 * `sign_in_to_accept`, `single_sign_on_only`, 422 `contracts_required` and at `password`.
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
  const password_hash = input.password ? await choosePassword(ground, input.password, { name, phone: phone ?? '', email }) : null
  if (password_hash instanceof Refusal) return password_hash
  return refuseAddressTakenNow(
    db.transaction().execute(trx => accept(trx, scope, ground, { userId: known.id, token_hash, name, password_hash, input })),
  )
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
  const locked = await lockInvitation(trx, scope, { userId, token_hash })
  if (locked instanceof Refusal) return locked
  if (locked.user.has_account) {
    const { person } = scope
    if (person?.id !== userId || person.program !== null) return refuse('sign_in_to_accept')
    await finish(trx, scope, locked.row.id, userId)
    await giveInvitedRoles(trx, scope, settings, { ...locked.gift, userId })
    return null
  }
  // The link stays usable: its person continues with an identity provider.
  const only = await refuseWithoutSingleSignOn(trx, scope, userId, locked.gift.roleIds)
  if (only) return only
  const taken = await takeUpRecord(trx, scope, settings, locked, { name, password_hash, accepted: readAccepted(input) })
  if (taken instanceof Refusal) return taken
  const login = { userId, method: 'invitation', byPhone: taken.byPhone, owesPassword: false, mayEnrol: true } as const
  return continueLogin(trx, scope, { settings, secrets }, login)
}
