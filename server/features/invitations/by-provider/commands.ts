import type { Connection } from '../../../platform/database/connection.ts'
import type { Platform } from '../../../platform/http/platform.ts'
import { refuse, Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import type { Accepted } from '../../contracts/accepting/commands.ts'
import { lockInvitation, takeUpRecord } from '../acceptance/commands.ts'

interface Acceptance {
  /** Of the link. */
  token_hash: Buffer
  name: string
  accepted: Accepted
}

/**
 * Accepts an invitation for a person whom an identity provider vouched for, and who has no account
 * here. Returns whose record they have taken up; the caller links their account to it in the same
 * transaction, which a refusal rolls back.
 * Refusals: 404 `invitation_over`, 409 `invitation_used`, `invitation_blocked`, `address_in_use`, 403
 * `sign_in_to_accept`, 422 `contracts_required`.
 */
export async function acceptByProvider(
  trx: Connection,
  scope: Scope,
  settings: Platform['settings'],
  { token_hash, name, accepted }: Acceptance,
): Promise<string | Refusal> {
  const known = await trx.selectFrom('invitations').select('user_id').where('token_hash', '=', token_hash).executeTakeFirst()
  if (!known) return refuse('invitation_over')
  const locked = await lockInvitation(trx, scope, { userId: known.user_id, token_hash })
  if (locked instanceof Refusal) return locked
  if (locked.user.has_account) return refuse('sign_in_to_accept')
  const taken = await takeUpRecord(trx, scope, settings, locked, { name, password_hash: null, accepted })
  return taken instanceof Refusal ? taken : known.user_id
}
