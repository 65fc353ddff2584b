import { placeCalls, type OfferedPlace } from '#contract/places.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { handle } from '../../platform/http/handle.ts'
import { sendCsv } from '../../platform/http/send-csv.ts'
import type { App, Platform } from '../../platform/http/platform.ts'
import { refuse, Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { changePlace, createPlace, type MoveSessions, setPlaceActive } from './commands.ts'
import { exportPlaces } from './export-places.ts'
import { findOfferedPlace, listOfferedPlaces } from './queries.ts'

/** Registers the calls on places: rooms, branches and online places. */
export function registerPlaces(app: App, { moveSessions }: { moveSessions: MoveSessions }): void {
  const originals = { content: 'originals' } as const
  const existing = {
    ...originals,
    exists: async ({ scope, params, platform }: { scope: Scope; params: { id: string }; platform: Platform }) =>
      (await findOfferedPlace(platform.db, scope, params.id)) !== null,
  }

  handle(app, placeCalls, 'GET /api/places', async ({ scope, query, platform: { db } }) => listOfferedPlaces(db, scope, query), originals)

  handle(app, placeCalls, 'GET /api/places/export', async ({ scope, query, platform: { db }, http }) =>
    sendCsv(http.reply, scope, 'places', exportPlaces(db, scope, query)),
  )

  handle(
    app,
    placeCalls,
    'GET /api/places/{id}',
    async ({ scope, params, platform: { db } }) => (await findOfferedPlace(db, scope, params.id)) ?? refuse('not_found'),
    originals,
  )

  handle(
    app,
    placeCalls,
    'POST /api/places',
    async ({ scope, body, platform: { db } }) => {
      const created = await createPlace(db, scope, body)
      return created instanceof Refusal ? created : show(db, scope, created.id)
    },
    originals,
  )

  handle(
    app,
    placeCalls,
    'PUT /api/places/{id}',
    async ({ scope, params, body, platform: { db } }) => {
      const changed = await changePlace(db, scope, params.id, body, moveSessions)
      return changed instanceof Refusal ? changed : { ...(await show(db, scope, params.id)), ...changed }
    },
    existing,
  )

  for (const [name, active] of [
    ['POST /api/places/{id}/retire', false],
    ['POST /api/places/{id}/reactivate', true],
  ] as const) {
    handle(
      app,
      placeCalls,
      name,
      async ({ scope, params, body, platform: { db } }) =>
        (await setPlaceActive(db, scope, params.id, active, body?.revision)) ?? show(db, scope, params.id),
      existing,
    )
  }
}

/** A place that was just written. Places are never deleted. */
async function show(db: Connection, scope: Scope, id: string): Promise<OfferedPlace> {
  const place = await findOfferedPlace(db, scope, id)
  if (!place) throw new Error('the written place was not found')
  return place
}
