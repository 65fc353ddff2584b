import type { Database } from '#database/types.ts'
import { type Selectable, sql } from 'kysely'
import { legalKeys, type LegalKey } from '#contract/legal.ts'
import { originalLanguage } from '../../platform/content-texts.ts'
import { defineQuery } from '../../platform/database/compiled-query.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { defineSharedQuery } from '../../platform/database/shared-query.ts'
import type { Scope } from '../../platform/scope.ts'

const settingsRow = defineQuery('settings', db =>
  db
    .selectFrom('settings')
    .select(['site_name', 'contact', 'phone_country', 'currency', 'locale', 'time_zone'])
    .select(['notice_minutes', 'change_minutes', 'max_open', 'missed_limit', 'missed_days'])
    .select([
      'reminder_minutes',
      'messages_off',
      'retention_months',
      'offer_minutes',
      'quiet_from',
      'quiet_until',
      'low_score',
      'message_months',
      'audit_months',
      'mentor_access_days',
      'record_reason',
      'invitation_days',
      'plan_ahead_weeks',
      'travel_minutes',
      'time_off_approval',
      'opening_hidden',
      'embed_origins',
      'accent',
      'logo_light',
      'logo_dark',
      'email_signature',
    ])
    .select(['text_segments_day', 'text_messages_phone', 'codes_day', 'codes_phone'])
    .select('revision'),
)

/** The settings for pages and policies. */
export async function readSettingsRow(db: Connection) {
  const [row] = await settingsRow(db)
  if (!row) throw new Error('the database holds no settings')
  return row
}

/** In the text, because concurrent calls share the result of a query without parameters. */
const isLegalText = sql<boolean>`key IN (${sql.join(legalKeys.map(key => sql.lit(key)))})`

const legalKeysInForce = defineQuery('legal texts in force', db => db.selectFrom('current_contracts').select('key').where(isLegalText))

/** The legal texts in force, in the order of their links. */
export async function readLegalKeys(db: Connection): Promise<LegalKey[]> {
  return inOrder((await legalKeysInForce(db)).map(({ key }) => key))
}

const inOrder = (inForce: readonly string[]): LegalKey[] => legalKeys.filter(key => inForce.includes(key))

type OfferedProvider = Pick<Selectable<Database['identity_providers']>, 'id' | 'name' | 'icon' | 'colour'>
const offeredProviders = sql<OfferedProvider[]>`(
  SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'icon', icon, 'colour', colour) ORDER BY name), '[]')
  FROM identity_providers WHERE enabled)`

const siteRow = defineQuery('site', db =>
  db
    .selectFrom('settings')
    .select(['site_name', 'locale', 'phone_country', 'contact', 'currency'])
    .select(['notice_minutes', 'change_minutes', 'max_open', 'missed_limit', 'missed_days'])
    .select([offeredProviders.as('providers'), sql<string[]>`ARRAY(SELECT key FROM current_contracts WHERE ${isLegalText})`.as('legal')]),
)

/** The organisation as pages show it. */
export const readSite = defineSharedQuery('site', findSite, { isPublic: true })

async function findSite(db: Connection, _scope: Scope) {
  const [row] = await siteRow(db)
  if (!row) throw new Error('the database holds no settings')
  const { site_name, locale, phone_country, contact, currency, providers, legal, ...policies } = row
  return {
    site_name,
    language: originalLanguage(locale),
    providers,
    legal: inOrder(legal),
    phone_country,
    contact,
    currency,
    policies,
  }
}

/** In seconds. A commit that its standby delays longer than this is stuck; a failover delays some for less. */
const stuckAfterSeconds = 5

interface DatabaseState {
  /** Numbers of the applied migrations. */
  applied: number[]
  /** A standby, or set so. */
  readOnly: boolean
  /** Whether a commit of any server is waiting for its synchronous standby. */
  commitsStuck: boolean
}

/** Whether the database can be used. Reads only: a write would wait too. */
export async function readDatabaseState(db: Connection): Promise<DatabaseState> {
  const { rows } = await sql<{ applied: number[] | null; read_only: boolean; commits_stuck: boolean }>`
    SELECT array_agg(number) AS applied, pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS read_only,
      EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'SyncRep'
        AND query_start < clock_timestamp() - make_interval(secs => ${stuckAfterSeconds})) AS commits_stuck
    FROM migrations`.execute(db)
  const { applied = null, read_only = false, commits_stuck = false } = rows[0] ?? {}
  return { applied: applied ?? [], readOnly: read_only, commitsStuck: commits_stuck }
}
