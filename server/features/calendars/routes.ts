import { calendarCalls } from '#contract/calendars.ts'
import type { ContentTexts } from '../../platform/content-texts.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { siteAddress } from '../../platform/config.ts'
import { done } from '../../platform/done.ts'
import type { CallInput } from '../../platform/http/call-route.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App, Platform } from '../../platform/http/platform.ts'
import { refuse, Refusal } from '../../platform/refusal.ts'
import { ownChanges } from '../../platform/request-limits.ts'
import type { Scope } from '../../platform/scope.ts'
import { findOfferedPlace } from '../places/queries.ts'
import { listFeedAppointments } from './appointment-queries.ts'
import { makeFeed, stopOwnFeed, stopPlaceFeed, recordFeedUse, type FeedRequest } from './commands.ts'
import { isFeedReadable } from './policy.ts'
import { clientEvent, languageOfFeed, mentorEvent, placeEvent, presentFeed, etagOf } from './present.ts'
import { findFeed, listOwnFeeds, listPlaceFeeds, type FoundFeed } from './queries.ts'
import { listFeedSessions } from './session-queries.ts'

/** Minimum interval between updates of a feed's last use. */
const touchIntervalMs = 60_000

/** Registers the calls for calendar feeds: creating and stopping addresses, and fetching. */
export function registerCalendars(app: App): void {
  handle(
    app,
    calendarCalls,
    'GET /api/calendars/{token}.ics',
    async ({ scope, params: { token }, platform: { db, settings, contentTexts }, http }) => {
      const { request, reply } = http
      // Keeps the response out of search engines and caches.
      reply.header('x-robots-tag', 'noindex, nofollow').header('referrer-policy', 'no-referrer')
      const found = await findFeed(db, scope, token)
      if (!found || !isFeedReadable(found)) return refuse('not_found')
      const texts = await contentTexts.get(languageOfFeed(found))
      const feed = { ...found, place_name: found.place_name && nameOfPlace(texts, found.place_id, found.place_name) }
      const events = await listEvents(db, scope, feed, siteAddress(settings, request.socket.localPort), texts)
      if (feed.last_used_at === null || scope.now.getTime() - Date.parse(feed.last_used_at) >= touchIntervalMs)
        await recordFeedUse(db, feed.id, scope.now)
      const tag = etagOf(feed, events)
      reply.header('cache-control', 'private, no-cache').header('etag', tag)
      if (isKnown(request.headers['if-none-match'], tag)) return reply.status(304).send()
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', 'inline; filename="appointments.ics"')
        .send(presentFeed(feed, events, scope.now))
    },
  )

  handle(app, calendarCalls, 'GET /api/my-calendars', async ({ scope, platform: { db } }) => ({ data: await listOwnFeeds(db, scope) }))

  handle(
    app,
    calendarCalls,
    'POST /api/my-calendars',
    async input =>
      input.body.kind === 'mentor' && !input.scope.person.isMentor
        ? refuse('not_mentor')
        : make(input, { kind: input.body.kind, placeId: null }),
    ownChanges,
  )

  handle(app, calendarCalls, 'DELETE /api/my-calendars/{id}', async ({ scope, params, platform: { db } }) =>
    (await stopOwnFeed(db, scope, params.id)) ? done(scope, 'linkStopped') : refuse('not_found'),
  )

  const place = {
    exists: async ({ scope, params, platform: { db } }: { scope: Scope; params: { id: string }; platform: Platform }) =>
      (await findOfferedPlace(db, scope, params.id)) !== null,
  }

  handle(
    app,
    calendarCalls,
    'GET /api/places/{id}/calendars',
    async ({ scope, params, platform: { db } }) => ({ data: await listPlaceFeeds(db, scope, params.id) }),
    place,
  )

  handle(app, calendarCalls, 'POST /api/places/{id}/calendars', async input => make(input, { kind: 'place', placeId: input.params.id }), {
    ...place,
    ...ownChanges,
  })

  handle(app, calendarCalls, 'DELETE /api/place-calendars/{id}', async ({ scope, params, platform: { db } }) =>
    (await stopPlaceFeed(db, scope, params.id)) ? done(scope, 'linkStopped') : refuse('not_found'),
  )
}

/** A place's name in the language of the texts. */
const nameOfPlace = (texts: ContentTexts | undefined, id: string | null, original: string): string =>
  (id && texts?.get(id)?.name) || original

async function listEvents(db: Connection, scope: Scope, feed: FoundFeed, origin: string, texts: ContentTexts | undefined) {
  const language = languageOfFeed(feed)
  if (feed.kind === 'place') return (await listFeedSessions(db, scope, feed)).map(row => placeEvent(row, language))
  const present = feed.kind === 'mentor' ? mentorEvent : clientEvent
  return (await listFeedAppointments(db, scope, feed)).map(({ place_id, name, address, ...row }) => {
    const place = { name: nameOfPlace(texts, place_id, name), address: texts?.get(place_id)?.address || address }
    return present({ ...row, ...place, place_id }, origin, language)
  })
}

type Making = Pick<CallInput<(typeof calendarCalls)['GET /api/my-calendars']>, 'scope' | 'platform' | 'http'>

/** The whole address. It never repeats the request's `Host` header, which the caller controls. */
async function make({ scope, platform: { db, settings }, http: { request } }: Making, input: FeedRequest) {
  const made = await makeFeed(db, scope, input)
  if (made instanceof Refusal) return made
  const site = siteAddress(settings, request.socket.localPort)
  return { address: `${site}/api/calendars/${made.token}.ics`, feed: made.feed }
}

/** `If-None-Match` can contain several tags, weak or strong; `*` matches any (RFC 9110 §13.1.2). */
const isKnown = (known: string | undefined, tag: string): boolean =>
  known !== undefined && known.split(',').some(each => each.trim() === '*' || each.trim().replace(/^W\//, '') === tag.replace(/^W\//, ''))
