import type { SettingsChange } from '#contract/settings.ts'
import type { Branding } from '#domain/branding/brand-styles.ts'
import { ownStyles } from '#domain/branding/own-styles.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { defineSharedQuery } from '../../platform/database/shared-query.ts'
import { readSettingsRow } from '../site/queries.ts'

/** The PNG of a logo; undefined if there is none. */
export async function findLogo(db: Connection, id: string): Promise<Buffer | undefined> {
  return (await db.selectFrom('logos').select('bytes').where('id', '=', id).executeTakeFirst())?.bytes
}

/** The logo of e-mails: the one for light pages where there is one. */
export async function readLetterLogo(db: Connection, { logo_light, logo_dark }: Branding): Promise<Buffer | undefined> {
  const id = logo_light ?? logo_dark
  return id === null ? undefined : findLogo(db, id)
}

/** The field of a change that names a logo that is not stored. */
export async function findMissingLogo(db: Connection, change: SettingsChange): Promise<'logo_light' | 'logo_dark' | undefined> {
  const named = (['logo_light', 'logo_dark'] as const).filter(field => typeof change[field] === 'string')
  if (named.length === 0) return undefined
  const stored = await db
    .selectFrom('logos')
    .select('id')
    .where(
      'id',
      'in',
      named.map(field => change[field] ?? ''),
    )
    .execute()
  return named.find(field => !stored.some(({ id }) => id === change[field]))
}

const readBranding = defineSharedQuery(
  'branding',
  async db => {
    const { accent, logo_light, logo_dark, phone_country } = await readSettingsRow(db)
    return { accent, logo_light, logo_dark, phone_country }
  },
  { isPublic: true },
)

/** Reads the organisation's stylesheet as it is now; computed once for the same settings. */
export function makeBrandReader(db: Connection, clock: { now(): Date }): () => Promise<string> {
  let newest = { key: '', styles: '' }
  return async () => {
    const own = await readBranding(db, { now: clock.now() })
    const key = JSON.stringify(own)
    if (newest.key !== key) newest = { key, styles: ownStyles(own) }
    return newest.styles
  }
}
