import { sql } from 'kysely'
import type { Platform } from '../../../platform/http/platform.ts'
import { mintScope } from '../../../platform/scope.ts'
import { lockRoleAssignments } from '../../people/commands.ts'
import { endProviderSessions } from '../logout/commands.ts'
import { clientSecretPlace } from '../queries.ts'

/**
 * Keeps the provider of OPENHOUR_OIDC_* among the others when a server starts: it is added and switched
 * on, or its client is updated. One whose settings were removed is switched off, as on the page, and
 * becomes like any other. Its mapping, name and look are changed on the page. Servers of one organisation have the same
 * settings.
 */
export async function syncEnvironmentProvider({
  db,
  clock,
  secrets,
  settings: { oidc },
}: Pick<Platform, 'db' | 'clock' | 'secrets' | 'settings'>): Promise<void> {
  await db.transaction().execute(async trx => {
    // Before roles, as where a provider is removed.
    await trx.selectFrom('identity_providers').select('id').orderBy('id').forNoKeyUpdate().execute()
    await lockRoleAssignments(trx)
    const issuer = oidc?.issuer ?? ''
    const removed = await trx
      .updateTable('identity_providers')
      .set({ enabled: false, from_environment: false })
      .where('from_environment', '=', true)
      .where('issuer', '<>', issuer)
      .returning('id')
      .execute()
    const scope = mintScope({ person: null, now: clock.now(), ip: null, userAgent: '', browser: false })
    for (const { id } of removed) await endProviderSessions(trx, scope, { providerId: id, renewable: true })
    if (!oidc) return
    const known = await trx
      .selectFrom('identity_providers')
      .select(['id', 'client_id', 'client_secret'])
      .where('from_environment', '=', true)
      .executeTakeFirst()
    const { rows } = await sql<{ id: string }>`SELECT new_id() AS id`.execute(trx)
    const id = known?.id ?? rows[0]?.id ?? ''
    const old = known?.client_secret ? secrets.open(clientSecretPlace(id), known.client_secret).toString() : undefined
    if (known?.client_id === oidc.clientId && old === oidc.clientSecret) return
    const client = {
      client_id: oidc.clientId,
      client_secret: oidc.clientSecret === undefined ? null : secrets.seal(clientSecretPlace(id), oidc.clientSecret),
    }
    if (known) await trx.updateTable('identity_providers').set(client).where('id', '=', id).execute()
    else
      await trx
        .insertInto('identity_providers')
        .values({ ...client, id, issuer, name: oidc.name, enabled: true, from_environment: true, created_at: clock.now() })
        .execute()
  })
}
