import { sql } from 'kysely'
import type { Obstacle, Skipped } from '#contract/batch.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { decideInTransaction } from '../../platform/database/decide-in-transaction.ts'
import type { Platform } from '../../platform/http/platform.ts'
import { presentObstacle, refuse, Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { refuseWayInWithoutReason } from '../access-log/reasons/queries.ts'
import { recordAudit } from '../audit/commands.ts'
import { lockPeople } from '../people/commands.ts'
import { refuseGift } from '../roles/gifts/commands.ts'
import { refuseUnsent } from './policy.ts'
import { renewLink } from './write-commands.ts'

type Ground = Pick<Platform, 'db' | 'settings' | 'secrets'>

/**
 * Sends an open invitation again with a new link. Null when done. `printed` false refuses printed ones, whose new
 * link would reach no one.
 * Refusals: 404, 409 `invitation_closed`, 403, 503 `no_gateway`.
 */
export const renewInvitation = (
  { db, settings, secrets }: Ground,
  scope: PersonScope,
  id: string,
  { printed = true } = {},
): Promise<Refusal | null> =>
  decideInTransaction(db, async trx => {
    const open = await openRenewable(trx, scope, settings, { id, printed })
    if (open instanceof Refusal) return open
    await renewLink(trx, scope, secrets, open)
    return null
  })

async function openRenewable(
  trx: Connection,
  scope: PersonScope,
  settings: Platform['settings'],
  { id, printed }: { id: string; printed: boolean },
) {
  const open = await openInvitation(trx, scope, id)
  if (open instanceof Refusal) return open
  if (open.channel === 'print' && !printed) return refuse('invitation_closed', { message: 'refused.thisInvitationIsPrinted' })
  return refuseUnsent(settings, open.channel) ?? (await refuseRenewal(trx, scope, open)) ?? open
}

type Previewed = { id: string; problem: Obstacle | null }[]

/** Which invitations can be sent again: no printed ones. Stores nothing. */
export const previewRenewals = ({ db, settings }: Ground, scope: PersonScope, ids: readonly string[]): Promise<Previewed> =>
  previewEach(db, scope, ids, (trx, id) => openRenewable(trx, scope, settings, { id, printed: false }))

/** Which invitations `revokeInvitation` would revoke. Stores nothing. */
export const previewRevocations = (db: Connection, scope: PersonScope, ids: readonly string[]): Promise<Previewed> =>
  previewEach(db, scope, ids, (trx, id) => openInvitation(trx, scope, id))

async function previewEach(
  db: Connection,
  scope: PersonScope,
  ids: readonly string[],
  open: (trx: Connection, id: string) => Promise<object>,
): Promise<Previewed> {
  const previewed: Previewed = []
  for (const id of ids) {
    const opened = await decideInTransaction(db, trx => open(trx, id))
    previewed.push({ id, problem: opened instanceof Refusal ? presentObstacle(opened, scope.language) : null })
  }
  return previewed
}

/** Renews or revokes several invitations, each by itself. */
export async function changeEach(
  scope: PersonScope,
  ids: readonly string[],
  change: (id: string) => Promise<Refusal | null>,
): Promise<{ done: string[]; skipped: Skipped }> {
  const done: string[] = []
  const skipped: Skipped = []
  for (const id of ids) {
    const refusal = await change(id)
    if (refusal) skipped.push({ id, ...presentObstacle(refusal, scope.language) })
    else done.push(id)
  }
  return { done, skipped }
}

interface PrintedLink {
  id: string
  person: { id: string; name: string }
  token: string
  expires_at: string
}

/**
 * Makes new links of printed invitations and returns their tokens, which are not stored. Refuses a
 * link that was sent: its token would let staff confirm an address. All or none.
 * Refusals: 404, 409 `invitation_closed` and `has_account`, 403, also `reason_required`.
 */
export const printInvitations = ({ db, secrets }: Ground, scope: PersonScope, ids: readonly string[]): Promise<PrintedLink[] | Refusal> =>
  decideInTransaction<PrintedLink[] | Refusal>(db, async trx => {
    const people = await trx.selectFrom('invitations').select('user_id').where('id', 'in', ids).execute()
    await lockPeople(
      trx,
      scope,
      people.map(({ user_id }) => user_id),
    )
    const links: PrintedLink[] = []
    for (const id of new Set(ids)) {
      const open = await openInvitation(trx, scope, id)
      if (open instanceof Refusal) return open
      if (open.channel !== 'print') return refuse('invitation_closed', { message: 'refused.thisInvitationIsSentAndCannot' })
      const refusal = (await refuseRenewal(trx, scope, open)) ?? (await refuseWayInWithoutReason(trx, scope, open.userId))
      if (refusal) return refusal
      const { token, expires_at } = await renewLink(trx, scope, secrets, open)
      if (token !== null) links.push({ id, person: { id: open.userId, name: open.name }, token, expires_at })
    }
    return links
  })

/** Revokes an open invitation. Null when done. Refusals: 404, 409 `invitation_closed`, 403 `outranked`. */
export const revokeInvitation = (db: Connection, scope: PersonScope, id: string): Promise<Refusal | null> =>
  decideInTransaction(db, async trx => {
    const open = await openInvitation(trx, scope, id)
    if (open instanceof Refusal) return open
    await trx.updateTable('invitations').set({ revoked_at: scope.now }).where('id', '=', id).execute()
    const { userId } = open
    await recordAudit(trx, scope, { action: 'invitation_revoked', subject: 'user', subjectId: userId, personId: userId })
    return null
  })

/** Locks the person and the invitation. Refusals: 404, 409 `invitation_closed`. */
async function openInvitation(trx: Connection, scope: PersonScope, id: string) {
  const known = await trx.selectFrom('invitations').select('user_id').where('id', '=', id).executeTakeFirst()
  if (!known) return refuse('not_found')
  await lockPeople(trx, scope, [known.user_id])
  const row = await trx
    .selectFrom('invitations as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .select(['i.id', 'i.user_id as userId', 'i.channel', 'u.name', sql<boolean>`has_account(u.id)`.as('existing')])
    .where('i.id', '=', id)
    .where('i.accepted_at', 'is', null)
    .where('i.revoked_at', 'is', null)
    .forUpdate('i')
    .executeTakeFirst()
  return row ?? refuse('invitation_closed')
}

async function refuseRenewal(
  trx: Connection,
  scope: PersonScope,
  { id, userId, existing }: { id: string; userId: string; existing: boolean },
) {
  const roles = await trx.selectFrom('invitation_roles').select('role_id').where('invitation_id', '=', id).execute()
  return refuseGift(trx, scope, {
    giverId: scope.person.id,
    userId: existing ? null : userId,
    roleIds: roles.map(({ role_id }) => role_id),
  })
}
