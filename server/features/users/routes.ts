import { profileCalls } from '#contract/profile.ts'
import { userCalls, type UserDetails } from '#contract/users.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { done } from '../../platform/done.ts'
import { handle } from '../../platform/http/handle.ts'
import { readUpload, registerUploads } from '../../platform/http/read-upload.ts'
import { sendCsv } from '../../platform/http/send-csv.ts'
import type { App, Platform } from '../../platform/http/platform.ts'
import { refuse, Refusal } from '../../platform/refusal.ts'
import { holds, type PersonScope, type Scope } from '../../platform/scope.ts'
import { logRecordAccess } from '../../platform/access-log-commands.ts'
import { listViews } from '../access-log/queries.ts'
import { refuseMergeWithoutReason, refuseRecordWithoutReason } from '../access-log/reasons/queries.ts'
import { readPhone } from '../people/queries.ts'
import { sendCode } from '../sessions/codes/commands.ts'
import {
  deactivateSeveral,
  deactivateUser,
  endSessionsOf,
  reactivateUser,
  removePasskeysOf,
  resetAuthenticatorOf,
} from './activity-commands.ts'
import { previewDeactivations } from './batch-queries.ts'
import { changeUser, createUser } from './commands.ts'
import { eraseUser } from './erase-commands.ts'
import { exportPerson } from './export-queries.ts'
import { mergeUsers } from './merge-commands.ts'
import { previewMerge } from './merge-queries.ts'
import { replacePhotoOf } from './photo-commands.ts'
import { changeUserPhone, refusePhoneChange } from './phone-commands.ts'
import { exportUsers } from './export-users.ts'
import { findUsers, mayManage, readUserDetails, userExists } from './queries.ts'
import { undoDeactivating } from './restore-commands.ts'
import { readUserRecord } from './record-queries.ts'

/** Codes cost money, images take time, and guesses are limited as for joining. */
const limits = {
  photo: { limit: { max: 60, minutes: 15 } },
  askCode: { limit: { max: 30, minutes: 15 } },
  confirmCode: { limit: { max: 90, minutes: 15 } },
}

/** Registers the calls on users: clients and staff. */
export function registerUsers(app: App): void {
  const existing = {
    exists: ({ scope, params, platform }: { scope: Scope; params: { id: string }; platform: Platform }) =>
      userExists(platform.db, scope, params.id),
  }
  /** Responses of writes contain the person's record too, so these calls require access to it. */
  const opened = {
    ...existing,
    refuse: ({ scope, params, platform: { db } }: { scope: PersonScope; params: { id: string }; platform: Platform }) =>
      refuseRecordWithoutReason(db, scope, params.id),
  }
  const openedWords = {
    ...existing,
    refuse: ({ scope, params, platform: { db } }: { scope: PersonScope; params: { id: string }; platform: Platform }) =>
      refuseRecordWithoutReason(db, scope, params.id, { words: holds(scope, 'Feedback List') || holds(scope, 'Appointment List') }),
  }

  handle(app, userCalls, 'GET /api/users', async ({ scope, query, platform: { db } }) => findUsers(db, scope, query))

  handle(app, userCalls, 'GET /api/users/export', async ({ scope, query, platform: { db }, http }) =>
    sendCsv(http.reply, scope, 'users', exportUsers(db, scope, query)),
  )

  handle(app, userCalls, 'POST /api/users', async ({ scope, body, platform: { db } }) => {
    const created = await createUser(db, scope, body)
    return created instanceof Refusal ? created : show(db, scope, created)
  })

  for (const name of ['GET /api/users/{id}', 'GET /api/users/{id}/edit'] as const) {
    handle(
      app,
      userCalls,
      name,
      async ({ scope, params, platform: { db } }) => (await readUserDetails(db, scope, params.id)) ?? refuse('not_found'),
      opened,
    )
  }

  handle(
    app,
    userCalls,
    'PUT /api/users/{id}',
    async ({ scope, params, body, platform: { db } }) => (await changeUser(db, scope, params.id, body)) ?? show(db, scope, params.id),
    opened,
  )

  registerUploads(app, uploads =>
    handle(
      uploads,
      userCalls,
      'POST /api/users/{id}/photo',
      async ({ scope, params, platform: { db }, http }) => {
        const upload = await readUpload(http.request, 'photo')
        return upload instanceof Refusal ? upload : ((await replacePhotoOf(db, scope, params.id, upload)) ?? show(db, scope, params.id))
      },
      { ...opened, ...limits.photo },
    ),
  )

  handle(
    app,
    userCalls,
    'DELETE /api/users/{id}/photo',
    async ({ scope, params, platform: { db } }) => (await replacePhotoOf(db, scope, params.id, null)) ?? show(db, scope, params.id),
    opened,
  )

  handle(
    app,
    userCalls,
    'POST /api/users/{id}/phone',
    async ({ scope, params, body, platform }) => {
      const { db } = platform
      const phone = await readPhone(db, scope, body.phone)
      if (phone instanceof Refusal) return phone
      const refusal = await refusePhoneChange(db, scope, params.id)
      return refusal ?? sendCode(db, scope, platform, { address: { phone }, userId: params.id, readOut: true })
    },
    { ...existing, ...limits.askCode },
  )

  handle(
    app,
    userCalls,
    'POST /api/users/{id}/phone/confirm',
    async ({ scope, params, body, platform: { db } }) => {
      const phone = await readPhone(db, scope, body.phone)
      if (phone instanceof Refusal) return phone
      return (await changeUserPhone(db, scope, params.id, { phone, code: body.code })) ?? show(db, scope, params.id)
    },
    { ...opened, ...limits.confirmCode },
  )

  handle(
    app,
    userCalls,
    'GET /api/users/{id}/record',
    async ({ scope, params, platform: { db } }) => {
      await logRecordAccess(db, scope, { people: [params.id] }, holds(scope, 'Feedback List') ? 'feedback' : 'profile')
      return readUserRecord(db, scope, params.id)
    },
    openedWords,
  )

  handle(
    app,
    userCalls,
    'GET /api/users/{id}/views',
    async ({ scope, params, query, platform: { db } }) => listViews(db, scope, { userId: params.id, ...query }),
    opened,
  )

  handle(
    app,
    userCalls,
    'POST /api/users/{id}/deactivate',
    async ({ scope, params, body, platform: { db } }) => {
      const done = await deactivateUser(db, scope, params.id, body)
      if (done instanceof Refusal) return done
      const user = await show(db, scope, params.id)
      return user instanceof Refusal ? user : { ...user, ...done }
    },
    opened,
  )

  handle(app, userCalls, 'POST /api/users/deactivate/preview', async ({ scope, body, platform: { db } }) => ({
    users: await previewDeactivations(db, scope, body.users),
  }))

  handle(app, userCalls, 'POST /api/users/deactivate', ({ scope, body, platform: { db } }) => deactivateSeveral(db, scope, body))

  handle(
    app,
    userCalls,
    'POST /api/users/deactivate/undo',
    async ({ scope, body, platform: { db } }) => (await undoDeactivating(db, scope, body.undo)) ?? done(scope, 'deactivationUndone'),
  )

  handle(
    app,
    userCalls,
    'POST /api/users/{id}/reactivate',
    async ({ scope, params, body, platform: { db } }) =>
      (await reactivateUser(db, scope, params.id, body?.revision)) ?? show(db, scope, params.id),
    opened,
  )

  handle(
    app,
    userCalls,
    'DELETE /api/users/{id}/sessions',
    async ({ scope, params, platform: { db } }) => (await endSessionsOf(db, scope, params.id)) ?? done(scope, 'personLoggedOut'),
    existing,
  )

  handle(
    app,
    userCalls,
    'DELETE /api/users/{id}/authenticator',
    async ({ scope, params, platform: { db } }) => (await resetAuthenticatorOf(db, scope, params.id)) ?? show(db, scope, params.id),
    opened,
  )

  handle(
    app,
    userCalls,
    'DELETE /api/users/{id}/passkeys',
    async ({ scope, params, platform: { db } }) => (await removePasskeysOf(db, scope, params.id)) ?? show(db, scope, params.id),
    opened,
  )

  handle(
    app,
    userCalls,
    'GET /api/users/{id}/merge',
    async ({ scope, params, query, platform: { db } }) =>
      (await refuseMergeWithoutReason(db, scope, params.id, query.other_id)) ??
      previewMerge(db, scope, { staysId: params.id, goesId: query.other_id }),
    opened,
  )

  handle(
    app,
    userCalls,
    'POST /api/users/{id}/merge',
    async ({ scope, params, body, platform: { db } }) => {
      const { other_id, other_revision, revision, take = [], give_up = [] } = body
      const merge = { staysId: params.id, goesId: other_id, revision, otherRevision: other_revision, take, giveUp: give_up }
      const refusal = (await refuseMergeWithoutReason(db, scope, params.id, other_id)) ?? (await mergeUsers(db, scope, merge))
      return refusal ?? show(db, scope, params.id)
    },
    opened,
  )

  handle(
    app,
    userCalls,
    'GET /api/users/{id}/export',
    async ({ scope, params, platform: { db } }) => {
      if (!(await mayManage(db, scope, params.id))) return refuse('outranked')
      await logRecordAccess(db, scope, { people: [params.id] }, 'export')
      return exportPerson(db, scope, params.id)
    },
    openedWords,
  )

  handle(
    app,
    userCalls,
    'POST /api/users/{id}/erase',
    async ({ scope, params, body, platform: { db } }) =>
      (await eraseUser(db, scope, params.id, body?.revision)) ?? show(db, scope, params.id),
    opened,
  )

  handle(app, profileCalls, 'GET /api/my-profile/export', async ({ scope, platform: { db } }) => exportPerson(db, scope, scope.person.id))
}

/** A person who was just written; records are never deleted. */
async function show(db: Connection, scope: PersonScope, id: string): Promise<UserDetails> {
  const user = await readUserDetails(db, scope, id)
  if (!user) throw new Error('a person who was written is not there')
  return user
}
