import { choosableLanguages } from '#contract/languages.ts'
import { switchableKinds } from '#contract/message-kinds.ts'
import type { Settings, SettingsChange } from '#contract/settings.ts'
import { maxAmount } from '#contract/shapes.ts'
import { relabelAmount } from '#domain/booking/money.ts'
import { isPhoneCountry } from '#domain/people/phone.ts'
import { isZone } from '#domain/time/zone.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { languageOf } from '../../platform/language.ts'
import { refuse, refuseField, type Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { recordAudit } from '../audit/commands.ts'
import { findMissingLogo } from '../branding/queries.ts'
import { isZoneOfDatabase, readSettings } from './queries.ts'

type Values = Omit<Settings, 'revision'>

/**
 * Changes the settings that differ. A new currency also applies to the support types, with the same numbers;
 * booked appointments keep their price. Null on success. Refusals: 409 `stale`; 422 at an unknown
 * `phone_country`, `currency` or `time_zone`, at a `currency` that cannot hold the prices, at a `locale` without a message
 * catalogue, and at a logo that was not uploaded.
 */
export async function changeSettings(db: Connection, scope: Scope, { revision, ...input }: SettingsChange): Promise<Refusal | null> {
  const unknown = await refuseUnknown(db, input)
  if (unknown) return unknown
  return db.transaction().execute(async trx => {
    await trx.selectFrom('settings').select('only_row').forUpdate().executeTakeFirstOrThrow()
    const before = await readSettings(trx, scope)
    if (revision !== undefined && revision !== before.revision) return refuse('stale')
    const change = {
      ...input,
      ...(input.reminder_minutes && { reminder_minutes: input.reminder_minutes.toSorted((a, b) => b - a) }),
      ...(input.email_signature && { email_signature: input.email_signature.replaceAll(/\r\n?/g, '\n') }),
      ...(input.messages_off && { messages_off: switchableKinds.filter(kind => input.messages_off?.includes(kind)) }),
    }
    const names = (Object.keys(change) as (keyof Values)[]).filter(name => String(change[name]) !== String(before[name]))
    if (names.length === 0) return null
    const missing = await findMissingLogo(trx, change)
    if (missing) return refuseField(missing, 'field.mustBeUploadedFirst')
    // Before any write: a refusal rolls nothing back.
    const lost = change.currency && names.includes('currency') && (await relabelPrices(trx, change.currency))
    if (lost) return lost
    const pick = (from: Partial<Values>) => Object.fromEntries(names.map(name => [name, from[name]]))
    await trx.updateTable('settings').set(pick(change)).execute()
    await recordAudit(trx, scope, { action: 'changed', subject: 'settings', subjectId: null, before: pick(before), after: pick(change) })
    return null
  })
}

/**
 * Gives the support types' prices another currency with the same numbers. Refusal: 422 at `currency`, naming the
 * support types whose prices it cannot hold: a fraction, or too large.
 */
async function relabelPrices(trx: Connection, currency: string): Promise<Refusal | null> {
  const types = await trx
    .selectFrom('support_types')
    .select(['id', 'name', 'price_amount', 'price_currency'])
    .where('price_currency', '<>', currency)
    .orderBy('name')
    .forUpdate()
    .execute()
  const prices = types.map(type => ({ ...type, amount: relabelAmount(type.price_amount, type.price_currency, currency) }))
  const lost = prices.filter(({ amount }) => amount === null || amount > maxAmount)
  if (lost.length > 0) return refuseField('currency', ['field.cannotHoldThesePrices', { names: lost.map(({ name }) => name).join(', ') }])
  for (const { id, amount } of prices)
    await trx
      .updateTable('support_types')
      .set({ price_currency: currency, price_amount: Number(amount) })
      .where('id', '=', id)
      .execute()
  return null
}

async function refuseUnknown(db: Connection, { phone_country, currency, time_zone, locale }: SettingsChange): Promise<Refusal | null> {
  if (locale !== undefined && !languageOf(locale))
    return refuseField('locale', ['field.mustBeALanguageThatThe', { languages: choosableLanguages.join(', ') }])
  if (phone_country !== undefined && !isPhoneCountry(phone_country)) return refuseField('phone_country', 'field.mustBeACountryThatIs')
  if (currency !== undefined && !Intl.supportedValuesOf('currency').includes(currency))
    return refuseField('currency', 'field.mustBeACurrencyThatIs')
  if (time_zone !== undefined && !(isZone(time_zone) && (await isZoneOfDatabase(db, time_zone))))
    return refuseField('time_zone', 'field.mustBeATimeZoneLike')
  return null
}
