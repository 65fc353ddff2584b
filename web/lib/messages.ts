import { setupI18n } from '@lingui/core'
import type { MessageId } from '../messages/ids.ts'

export type { MessageId }
export type Values = Record<string, string | number>
type Catalogue = Record<string, string>

/** The language of texts. */
export const language = 'en'
/** The locale of dates and numbers. */
export const region = 'en-GB'

const i18n = setupI18n()
const publicCatalogues = import.meta.glob<Catalogue>('../messages/en/*.json', { eager: true, import: 'default' })
addMessages(...Object.values(publicCatalogues))

/** Adds messages: staff areas add theirs when they open (messages/staff.ts). */
export function addMessages(...catalogues: Catalogue[]): void {
  for (const catalogue of catalogues) i18n.load(language, { ...catalogue })
  i18n.activate(language)
}

/** The text of a message, its ICU values filled in: `t('booking.seatsLeft', { count: 3 })`. */
export const t = (id: MessageId, values?: Values): string => i18n._(id, values)
