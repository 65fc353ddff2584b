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

/**
 * The parts of a catalogue, compiled by web/message-parts.ts. The messages of the first page come with its code.
 */
type Messages = Record<string, string>
const firstPage = import.meta.glob<Messages>('../messages/en.json', { query: '?part=first-page', import: 'messages', eager: true })
const parts = {
  client: import.meta.glob<Messages>('../messages/*.json', { query: '?part=client', import: 'messages' }),
  staff: import.meta.glob<Messages>('../messages/*.json', { query: '?part=staff', import: 'messages' }),
}
type Part = keyof typeof parts

const fileOf = (of: Language) => `../messages/${of}.json`
const i18n = setupI18n({ locale: language, messages: { [language]: { ...firstPage[fileOf(language)] } } })

/** The text of a message, its ICU values filled in: `t('booking.seatsLeft', { count: 3 })`. */
export const t = (id: MessageId, values?: Values): string => i18n._(id, values)

/** Parts that are loaded or on their way. */
const loading = new Map<Part, Promise<void>>()

/** Loads code together with the messages it shows: those for clients, for staff those for staff as well. */
export async function loadWithMessages<Module>(part: Part, load: () => Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([load(), loadOnce('client'), part === 'staff' && loadOnce('staff')])
  return module
}

/** A failed download is repeated at the next call. */
function loadOnce(part: Part): Promise<void> {
  const known = loading.get(part)
  if (known) return known
  const started = loadPart(part).catch((error: unknown) => {
    loading.delete(part)
    throw error
  })
  loading.set(part, started)
  return started
}

async function loadPart(part: Part): Promise<void> {
  const messages = await parts[part][fileOf(language)]?.()
  if (!messages) throw new Error(`no ${part} messages for ${language}`)
  i18n.load(language, messages)
}
