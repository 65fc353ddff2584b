import { waitingListCalls } from '#contract/waiting-list.ts'
import { done } from '../../platform/done.ts'
import { handle } from '../../platform/http/handle.ts'
import { sendCsv } from '../../platform/http/send-csv.ts'
import type { App, Platform } from '../../platform/http/platform.ts'
import { refuse, Refusal } from '../../platform/refusal.ts'
import { ownChanges } from '../../platform/request-limits.ts'
import { holds, type PersonScope } from '../../platform/scope.ts'
import { bookOffer } from '../appointments/commands.ts'
import { readWrittenAppointment } from '../appointments/queries.ts'
import { exportEntries } from './export-entries.ts'
import { declineOffer, joinWaitingList, leaveWaitingList } from './commands.ts'
import { removeFromQueue, moveInQueue, removeSeveral } from './queue-commands.ts'
import { countWaitingFor, entryExists, findOwnEntry, listEntries, previewRemovals, readEntry } from './queries.ts'
import { offerSeatsOnRelease } from './job.ts'
import { undoRemoving } from './restoring/commands.ts'

/** Routes of the waiting list: private, ordered, timed offers. */
export function registerWaitingList(app: App): void {
  offerSeatsOnRelease(app)

  const existing = (own: boolean) => ({
    exists: ({ scope, params, platform }: { scope: PersonScope; params: { id: string }; platform: Platform }) =>
      entryExists(platform.db, scope, params.id, { own }),
  })

  handle(app, waitingListCalls, 'GET /api/waiting-list', async ({ scope, query, platform: { db } }) =>
    query.whose === 'everyone' && !holds(scope, 'Appointment List') ? refuse('missing_ability') : listEntries(db, scope, query),
  )

  handle(app, waitingListCalls, 'GET /api/waiting-list/export', async ({ scope, query, platform: { db, contentTexts }, http }) =>
    sendCsv(http.reply, scope, 'waiting-list', exportEntries(db, scope, query, await contentTexts.get(scope.language))),
  )

  handle(
    app,
    waitingListCalls,
    'GET /api/appointments/{id}/waiting',
    async ({ scope, params, platform: { db } }) => (await countWaitingFor(db, scope, params.id)) ?? refuse('not_found'),
  )

  handle(
    app,
    waitingListCalls,
    'POST /api/waiting-list',
    async ({ scope, body, platform: { db } }) => {
      const joined = await joinWaitingList(db, scope, body)
      return joined instanceof Refusal ? joined : readEntry(db, scope, joined)
    },
    // Each entry stays, also after the client left the list.
    ownChanges,
  )

  handle(
    app,
    waitingListCalls,
    'GET /api/waiting-list/{id}',
    async ({ scope, params, platform: { db } }) => (await findOwnEntry(db, scope, params.id)) ?? refuse('not_found'),
  )

  handle(
    app,
    waitingListCalls,
    'DELETE /api/waiting-list/{id}',
    async ({ scope, params, platform: { db } }) => (await leaveWaitingList(db, scope, params.id)) ?? readEntry(db, scope, params.id),
    existing(true),
  )

  handle(
    app,
    waitingListCalls,
    'POST /api/waiting-list/{id}/accept',
    async ({ scope, params, body, platform: { db } }) => {
      const accepted = await bookOffer(db, scope, params.id, body ?? {})
      return accepted instanceof Refusal ? accepted : readWrittenAppointment(db, scope, accepted)
    },
    existing(true),
  )

  handle(
    app,
    waitingListCalls,
    'POST /api/waiting-list/{id}/decline',
    async ({ scope, params, body, platform: { db } }) =>
      (await declineOffer(db, scope, params.id, body?.offer)) ?? readEntry(db, scope, params.id),
    existing(true),
  )

  handle(
    app,
    waitingListCalls,
    'POST /api/waiting-list/{id}/reorder',
    async ({ scope, params, body, platform: { db } }) =>
      (await moveInQueue(db, scope, { ...body, id: params.id })) ?? readEntry(db, scope, params.id),
    existing(false),
  )

  handle(
    app,
    waitingListCalls,
    'POST /api/waiting-list/{id}/remove',
    async ({ scope, params, body, platform: { db } }) => {
      const removed = await removeFromQueue(db, scope, { ...body, id: params.id })
      return removed instanceof Refusal ? removed : { ...(await readEntry(db, scope, params.id)), ...removed }
    },
    existing(false),
  )

  handle(app, waitingListCalls, 'POST /api/waiting-list/remove/preview', async ({ scope, body, platform: { db, settings } }) => ({
    entries: await previewRemovals(db, scope, settings, body.entries),
  }))

  handle(app, waitingListCalls, 'POST /api/waiting-list/remove', ({ scope, body, platform: { db } }) => removeSeveral(db, scope, body))

  handle(
    app,
    waitingListCalls,
    'POST /api/waiting-list/remove/undo',
    async ({ scope, body, platform: { db } }) => (await undoRemoving(db, scope, body.undo)) ?? done(scope, 'removalUndone'),
  )
}
