import type * as z from 'zod'
import type { providerCalls } from '#contract/providers.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import { refuse, type Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import { recordAudit } from '../../audit/commands.ts'
import { readAccepted, recordAcceptances, refuseRegistrationWithout } from '../../contracts/accepting/commands.ts'
import { readSettingsRow } from '../../site/queries.ts'
import type { ProvenIdentity } from '../policy.ts'
import { isKnown } from './queries.ts'

type Registration = z.output<(typeof providerCalls)['POST /api/login/provider/register']['body']>

/**
 * Makes a record with what the provider confirmed, and returns its id.
 * Refusals: 409 `already_registered`, 422 `contracts_required`.
 */
export async function makePerson(
  trx: Connection,
  scope: Scope,
  ticket: Pick<ProvenIdentity, 'email' | 'phone'>,
  input: Registration,
): Promise<string | Refusal> {
  // The record of another person with this address: why it is refused is not said.
  if (await isKnown(trx, scope, ticket)) return refuse('already_registered', { message: alreadyRegistered })
  const accepted = readAccepted(input)
  const unaccepted = await refuseRegistrationWithout(trx, scope, accepted)
  if (unaccepted) return unaccepted
  const { time_zone } = await readSettingsRow(trx)
  const { phone } = ticket
  const email = ticket.email ?? input.email ?? null
  const user = await trx
    .insertInto('users')
    .values({
      name: input.name,
      phone,
      phone_verified_at: phone === null ? null : scope.now,
      email,
      email_verified_at: ticket.email === null ? null : scope.now,
      ...(phone === null && email !== null && { channel: 'email' as const }),
      locale: scope.language,
      time_zone,
      created_at: scope.now,
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!user) return refuse('already_registered', { message: alreadyRegistered })
  await recordAcceptances(trx, scope, user.id, accepted)
  await recordAudit(trx, scope, { action: 'registered', subject: 'user', subjectId: user.id, personId: user.id })
  return user.id
}

const alreadyRegistered = 'refused.youAlreadyHaveARecordHere'
