import { sql } from 'kysely'
import type * as z from 'zod'
import type { invitationCalls } from '#contract/invitations.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { decideInTransaction } from '../../platform/database/decide-in-transaction.ts'
import type { Platform } from '../../platform/http/platform.ts'
import { refuse, refuseField, Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { refuseWayInWithoutReason } from '../access-log/reasons/queries.ts'
import { isOpenRecord, readPhone } from '../people/queries.ts'
import { refuseGift } from '../roles/gifts/commands.ts'
import { findAddressHolders, holderOf, nameHolder } from './address-queries.ts'
import { refuseUnsent } from './policy.ts'
import { createInvited, writeInvitation } from './write-commands.ts'

type Input = z.output<(typeof invitationCalls)['POST /api/invitations']['body']>
type Ground = Pick<Platform, 'db' | 'settings' | 'secrets'>

/**
 * Invites one person. Returns the id.
 * Refusals: 422 at fields, 503 `no_gateway`, 409 `person_exists`, `already_invited`, `has_account`,
 * `record_closed`, 403 `missing_ability`, `beyond_own`, `outranked`, `reason_required`.
 */
export async function invitePerson(ground: Ground, scope: PersonScope, input: Input): Promise<string | Refusal> {
  const { db, settings } = ground
  const unsent = refuseUnsent(settings, input.channel)
  if (unsent) return unsent
  const phone = input.phone === undefined ? null : await readPhone(db, scope, input.phone)
  if (phone instanceof Refusal) return phone
  const email = input.email ?? null
  return decideInTransaction(db, trx =>
    input.user_id === undefined
      ? inviteNew(trx, scope, ground, { ...input, name: input.name ?? '', phone, email })
      : inviteKnown(trx, scope, ground, { ...input, userId: input.user_id, phone, email }),
  )
}

type Wanted = Omit<Input, 'user_id' | 'name' | 'phone' | 'email'> & { phone: string | null; email: string | null }

/** A new person, or the owner of a confirmed number or address, who is offered the roles. */
async function inviteNew(
  trx: Connection,
  scope: PersonScope,
  { secrets }: Ground,
  { name, phone, email, channel, role_ids: roleIds }: Wanted & { name: string },
): Promise<string | Refusal> {
  const address = addressOf({ phone, email }, channel)
  if (address instanceof Refusal) return address
  const lower = email?.toLowerCase() ?? null
  const refusal = await refuseGift(trx, scope, { giverId: scope.person.id, userId: null, roleIds })
  if (refusal) return refusal
  const found = holderOf(
    await findAddressHolders(trx, scope, { phones: phone === null ? [] : [phone], emails: lower === null ? [] : [lower] }),
    { phone, email: lower },
  )
  if (found && !found.confirmed) {
    const taken_by = nameHolder(scope, found.person)
    return refuse('person_exists', taken_by ? { taken_by } : {})
  }
  if (found && roleIds.length === 0) return refuse('has_account')
  const userId = found?.person.id ?? (await createInvited(trx, scope, { name, phone, email, channel }))
  if (userId === null) return refuse('person_exists')
  return (await writeInvitation(trx, scope, secrets, { userId, channel, address, roleIds })) ?? refuse('already_invited')
}

/** A person on file who has no account. */
async function inviteKnown(
  trx: Connection,
  scope: PersonScope,
  { secrets }: Ground,
  { userId, channel, role_ids: roleIds, ...typed }: Wanted & { userId: string },
): Promise<string | Refusal> {
  const user = await trx
    .selectFrom('users')
    .select(['active', 'phone', 'email', isOpenRecord('users').as('open'), sql<boolean>`has_account(id)`.as('has_account')])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user) return refuseField('user_id', 'field.isNotAKnownPerson')
  if (!user.open) return refuse('record_closed')
  if (!user.active) return refuseField('user_id', 'field.isNotActiveBringThePerson')
  // An invitation gives the record away, with the roles that it has.
  const refusal = await refuseGift(trx, scope, { giverId: scope.person.id, userId, roleIds })
  if (refusal) return refusal
  if (user.has_account) return refuse('has_account')
  const unexplained = await refuseWayInWithoutReason(trx, scope, userId)
  if (unexplained) return unexplained
  if (typed.phone !== null || typed.email !== null)
    return refuseField(typed.email === null ? 'phone' : 'email', 'field.isTheOneOnThePersons')
  const address = addressOf(user, channel)
  if (address instanceof Refusal) return address
  return (await writeInvitation(trx, scope, secrets, { userId, channel, address, roleIds })) ?? refuse('already_invited')
}

/** Where an invitation is sent; null: printed. */
function addressOf({ phone, email }: { phone: string | null; email: string | null }, channel: Input['channel']): string | null | Refusal {
  if (channel === 'print') return null
  if (channel === 'email') return email === null ? refuseField('email', 'field.mustNotBeEmpty') : email.toLowerCase()
  return phone ?? refuseField('phone', 'field.mustNotBeEmpty')
}
