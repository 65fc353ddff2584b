import { invitationCalls } from '#contract/invitations.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { done } from '../../platform/done.ts'
import { handle } from '../../platform/http/handle.ts'
import { sendCsv } from '../../platform/http/send-csv.ts'
import type { App, Platform } from '../../platform/http/platform.ts'
import { refuse, Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { listGivableRoles } from '../roles/gifts/commands.ts'
import { deliverLogin } from '../sessions/present.ts'
import { acceptInvitation } from './accept-commands.ts'
import { inviteLines } from './batch-commands.ts'
import { logHolders, previewLines } from './check-lines.ts'
import { invitePerson } from './commands.ts'
import { exportInvitations } from './export-invitations.ts'
import type { CheckedLine } from './line-queries.ts'
import { changeEach, previewRenewals, previewRevocations, printInvitations, renewInvitation, revokeInvitation } from './link-commands.ts'
import { channelsOf } from './policy.ts'
import { findInvitation, invitationExists, listInvitations, openInvitation } from './queries.ts'

/**
 * Looking and accepting: enough for a class in one network, too few to guess tokens. Staff: messages
 * cost money.
 */
const limits = {
  look: { limit: { max: 90, minutes: 15, day: 600, network: { max: 360, day: 1800 } } },
  accept: { limit: { max: 60, minutes: 15, day: 200, network: { max: 120, day: 600 } } },
  invite: { personLimit: { max: 60, minutes: 15 } },
  batch: { personLimit: { max: 20, minutes: 15 } },
}

/** Invitations: staff make them, and the people who are invited accept them. */
export function registerInvitations(app: App): void {
  const existing = {
    exists: ({ scope, params, platform }: { scope: Scope; params: { id: string }; platform: Platform }) =>
      invitationExists(platform.db, scope, params.id),
  }

  handle(app, invitationCalls, 'GET /api/invitations', async ({ scope, query, platform: { db, settings } }) => ({
    ...(await listInvitations(db, scope, query)),
    channels: channelsOf(settings),
    roles: (await listGivableRoles(db, scope)).map(({ id, name }) => ({ id, name })),
  }))

  handle(app, invitationCalls, 'GET /api/invitations/export', async ({ scope, query, platform: { db }, http }) =>
    sendCsv(http.reply, scope, 'invitations', exportInvitations(db, scope, query)),
  )

  handle(
    app,
    invitationCalls,
    'POST /api/invitations',
    async ({ scope, body, platform }) => {
      const id = await invitePerson(platform, scope, body)
      return id instanceof Refusal ? id : show(platform.db, scope, id)
    },
    limits.invite,
  )

  handle(
    app,
    invitationCalls,
    'POST /api/invitations/preview',
    async ({ scope, body, platform }) => {
      const lines = await previewLines(platform, scope, body)
      if (lines instanceof Refusal) return lines
      return { lines: lines.map(presentLine), valid: lines.filter(({ problem }) => problem === null).length }
    },
    limits.invite,
  )

  handle(
    app,
    invitationCalls,
    'POST /api/invitations/batch',
    async ({ scope, body, platform }) => {
      const outcome = await inviteLines(platform, scope, body)
      if (outcome instanceof Refusal) return outcome
      await logHolders(platform.db, scope, outcome.skipped)
      return { ...outcome, skipped: outcome.skipped.map(presentLine) }
    },
    limits.batch,
  )

  handle(
    app,
    invitationCalls,
    'POST /api/invitations/links',
    async ({ scope, body, platform }) => {
      const links = await printInvitations(platform, scope, body.ids)
      return links instanceof Refusal ? links : { links }
    },
    limits.invite,
  )

  handle(
    app,
    invitationCalls,
    'POST /api/invitations/{id}/renew',
    async ({ scope, params, platform }) => (await renewInvitation(platform, scope, params.id)) ?? show(platform.db, scope, params.id),
    { ...existing, ...limits.invite },
  )

  handle(
    app,
    invitationCalls,
    'POST /api/invitations/{id}/revoke',
    async ({ scope, params, platform: { db } }) => (await revokeInvitation(db, scope, params.id)) ?? show(db, scope, params.id),
    existing,
  )

  handle(app, invitationCalls, 'POST /api/invitations/renew/preview', async ({ scope, body, platform }) => ({
    invitations: await previewRenewals(platform, scope, body.ids),
  }))

  handle(
    app,
    invitationCalls,
    'POST /api/invitations/renew',
    async ({ scope, body, platform }) => {
      const { done: renewed, skipped } = await changeEach(scope, body.ids, id => renewInvitation(platform, scope, id, { printed: false }))
      return { renewed, skipped }
    },
    limits.batch,
  )

  handle(app, invitationCalls, 'POST /api/invitations/revoke/preview', async ({ scope, body, platform: { db } }) => ({
    invitations: await previewRevocations(db, scope, body.ids),
  }))

  handle(app, invitationCalls, 'POST /api/invitations/revoke', async ({ scope, body, platform: { db } }) => {
    const { done: revoked, skipped } = await changeEach(scope, body.ids, id => revokeInvitation(db, scope, id))
    return { revoked, skipped }
  })

  handle(
    app,
    invitationCalls,
    'POST /api/invitation/look',
    async ({ scope, body, platform: { db } }) => openInvitation(db, scope, body.token),
    limits.look,
  )

  handle(
    app,
    invitationCalls,
    'POST /api/invitation/accept',
    async ({ scope, body, ...input }) => {
      const accepted = await acceptInvitation(input.platform, scope, body)
      return accepted === null ? done(scope, 'invitationAccepted') : deliverLogin(accepted, input)
    },
    limits.accept,
  )
}

const show = async (db: Connection, scope: Scope, id: string) => (await findInvitation(db, scope, id)) ?? refuse('not_found')

const presentLine = ({ roleIds: _, offeredTo: __, holderId: ___, ...line }: CheckedLine) => line
