import { settingsCalls } from '#contract/settings.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App } from '../../platform/http/platform.ts'
import { changeSettings } from './commands.ts'
import { readSettings } from './queries.ts'

/** Registers the calls on settings. Every setting takes effect without a restart. */
export function registerSettings(app: App): void {
  handle(app, settingsCalls, 'GET /api/settings', async ({ scope, platform: { db } }) => readSettings(db, scope))

  handle(
    app,
    settingsCalls,
    'PUT /api/settings',
    async ({ scope, body, platform: { db } }) => (await changeSettings(db, scope, body)) ?? readSettings(db, scope),
  )
}
