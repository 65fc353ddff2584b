import { profileCalls } from '#contract/profile.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { readCookie, setCookie } from '../../platform/http/browser-cookie.ts'
import { keepOnDevice } from '../../platform/http/content-language.ts'
import { done } from '../../platform/done.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App } from '../../platform/http/platform.ts'
import { refuse, Refusal } from '../../platform/refusal.ts'
import { ownChanges } from '../../platform/request-limits.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { replaceOwnPhoto } from '../people/photos/commands.ts'
import { findVisiblePhoto } from '../people/photos/queries.ts'
import { readIdentity, readPhone } from '../people/queries.ts'
import { listViews } from '../access-log/queries.ts'
import { refuseRecordWithoutReason } from '../access-log/reasons/queries.ts'
import { sendCode } from '../sessions/codes/commands.ts'
import { endOwnSession, logOutElsewhere } from '../sessions/commands.ts'
import { makeToken, revokeToken } from '../sessions/programs/commands.ts'
import { changeOwnPhone, changeOwnProfile } from './commands.ts'
import { askForEmailCode, changeOwnEmail, removeOwnEmail } from './email-commands.ts'
import { profileOwner } from './policy.ts'
import { readProfile } from './queries.ts'
import { readUpload, registerUploads } from '../../platform/http/read-upload.ts'

/** Calls that check a password or a code, or process an image, are limited like joining. */
const limits = {
  change: { limit: { max: 60, minutes: 15 }, ...ownChanges },
  photo: { limit: { max: 60, minutes: 15 }, ...ownChanges },
  // Counted over all addresses, because these codes go to any typed number and each costs a text message.
  askCode: { limit: { max: 30, minutes: 15 }, personLimit: { max: 10, minutes: 24 * 60 } },
  confirmCode: { limit: { max: 90, minutes: 15 } },
}

/**
 * In seconds: how long a browser may keep a mentor's photo, which is public. Other photos are never
 * cached.
 */
const mentorPhotoSeconds = 300

/** Registers the calls of the caller's own profile, and photos. */
export function registerProfile(app: App): void {
  handle(app, profileCalls, 'GET /api/my-profile', async ({ scope, query: { profileId, page, per_page }, platform: { db } }) => {
    const userId = profileOwner(scope, profileId)
    if (userId === null) return refuse('not_found')
    return (await refuseRecordWithoutReason(db, scope, userId)) ?? readProfile(db, scope, { userId, page, per_page })
  })

  handle(app, profileCalls, 'GET /api/my-profile/views', async ({ scope, query, platform: { db } }) =>
    listViews(db, scope, { userId: scope.person.id, ...query }),
  )

  handle(
    app,
    profileCalls,
    'PUT /api/my-profile',
    async ({ scope, body, platform }) => (await changeOwnProfile(platform, scope, body)) ?? readOwnUser(platform.db, scope),
    limits.change,
  )

  registerUploads(app, uploads =>
    handle(
      uploads,
      profileCalls,
      'POST /api/my-profile/photo',
      async ({ scope, platform: { db }, http }) => {
        const upload = await readUpload(http.request, 'photo')
        return upload instanceof Refusal ? upload : ((await replaceOwnPhoto(db, scope, upload)) ?? readOwnUser(db, scope))
      },
      limits.photo,
    ),
  )

  handle(
    app,
    profileCalls,
    'DELETE /api/my-profile/photo',
    async ({ scope, platform: { db } }) => (await replaceOwnPhoto(db, scope, null)) ?? readOwnUser(db, scope),
  )

  handle(app, profileCalls, 'GET /api/photos/{id}', async ({ scope, params, platform: { db }, http }) => {
    const photo = await findVisiblePhoto(db, scope, params.id)
    if (!photo) return refuse('not_found')
    return http.reply
      .header('cache-control', photo.public ? `private, max-age=${mentorPhotoSeconds}` : 'no-store')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .type(photo.type)
      .send(photo.bytes)
  })

  handle(
    app,
    profileCalls,
    'POST /api/my-profile/phone',
    async ({ scope, body, platform }) => {
      const { db } = platform
      const phone = await readPhone(db, scope, body.phone)
      return phone instanceof Refusal ? phone : sendCode(db, scope, platform, { address: { phone }, userId: scope.person.id })
    },
    limits.askCode,
  )

  handle(
    app,
    profileCalls,
    'POST /api/my-profile/phone/confirm',
    async ({ scope, body, platform }) => {
      const { db } = platform
      const phone = await readPhone(db, scope, body.phone)
      return phone instanceof Refusal ? phone : ((await changeOwnPhone(platform, scope, { ...body, phone })) ?? readOwnUser(db, scope))
    },
    limits.confirmCode,
  )

  handle(
    app,
    profileCalls,
    'POST /api/my-profile/email',
    async ({ scope, body, platform }) => askForEmailCode(platform, scope, body.email),
    limits.askCode,
  )

  handle(
    app,
    profileCalls,
    'POST /api/my-profile/email/confirm',
    async ({ scope, body, platform }) => (await changeOwnEmail(platform, scope, body)) ?? readOwnUser(platform.db, scope),
    limits.confirmCode,
  )

  handle(
    app,
    profileCalls,
    'DELETE /api/my-profile/email',
    async ({ scope, platform }) => (await removeOwnEmail(platform, scope)) ?? readOwnUser(platform.db, scope),
  )

  handle(app, profileCalls, 'GET /api/my-session', async ({ scope, platform: { db, settings }, http: { request, reply } }) => {
    // Every page makes this call when it opens, so that regular use renews the cookie.
    const cookie = readCookie(request.headers.cookie)
    if (cookie !== null) {
      setCookie(reply, settings, cookie)
      keepOnDevice({ request, reply }, scope.language)
    }
    return readIdentity(db, scope, scope.person.id)
  })

  handle(app, profileCalls, 'DELETE /api/my-profile/sessions/{id}', async ({ scope, params, platform: { db } }) =>
    (await endOwnSession(db, scope, params.id)) ? done(scope, 'sessionEnded') : refuse('not_found'),
  )

  handle(app, profileCalls, 'DELETE /api/my-profile/sessions', async ({ scope, platform: { db } }) => {
    await logOutElsewhere(db, scope)
    return done(scope, 'otherDevicesLoggedOut')
  })

  handle(
    app,
    profileCalls,
    'POST /api/my-profile/tokens',
    async ({ scope, body, platform }) => makeToken(platform, scope, body),
    limits.change,
  )

  handle(app, profileCalls, 'DELETE /api/my-profile/tokens/{id}', async ({ scope, params, platform: { db } }) =>
    (await revokeToken(db, scope, params.id)) ? done(scope, 'tokenRevoked') : refuse('not_found'),
  )
}

const readOwnUser = async (db: Connection, scope: PersonScope) => (await readIdentity(db, scope, scope.person.id)).user
