import { setupI18n } from '@lingui/core'
import type source from '../messages/en.json'
import { defaultLanguage, languages, type Language } from '../messages/languages.ts'

/** Every message id. The catalogue of the default language defines them. */
export type MessageId = keyof typeof source
export type Values = Record<string, string | number>

/** The language of texts. */
export const language = defaultLanguage
/** The locale of dates and numbers. */
export const region = languages[language].locale

/** Compiled by web/message-parts.ts. Other files bring their texts with them. */
type Messages = Record<string, string>
const firstPage = import.meta.glob<Messages>('../messages/en.json', { query: '?part=first-page', import: 'messages', eager: true })

const fileOf = (of: Language) => `../messages/${of}.json`
const i18n = setupI18n({ locale: language, messages: { [language]: { ...firstPage[fileOf(language)] } } })

/** The text of a message, its ICU values filled in: `t('booking.seatsLeft', { count: 3 })`. */
export const t = (id: MessageId, values?: Values): string => i18n._(id, values)

/**
 * Called by the parts of the catalogue that are loaded later.
 * @public The build writes the calls (web/message-parts.ts).
 */
export const addMessages = (messages: Messages): void => i18n.load(language, messages)
