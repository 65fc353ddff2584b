import { languages, type Language } from '#contract/languages.ts'

/**
 * The values of a template's placeholders. They are data: inserted once, and never parsed as a
 * template, HTML or line break.
 */
export type Values = Readonly<Record<string, string>>

/** Replaces line breaks and bidirectional control characters with spaces. */
export const toSingleLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()

const signs: Values = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** For text and attributes of HTML. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, sign => signs[sign] ?? sign)

/** Whether the language is written from right to left. */
export const isRightToLeft = (language: Language): boolean => languages[language].direction === 'rtl'

/**
 * A value in plain text. In right-to-left text, an isolate keeps a name or number in order, and keeps a Latin name
 * at the beginning from turning the line around. Left-to-right text gets none, because a text message with one
 * needs twice the segments.
 */
export function isolate(value: string, language: Language): string {
  const text = toSingleLine(value)
  return isRightToLeft(language) ? `\u2068${text}\u2069` : text
}

/** In right-to-left text, a link has its own line, where it keeps its order. */
export const putLinkAfter = (text: string, link: string, language: Language): string =>
  [text, link]
    .filter(Boolean)
    .join(isRightToLeft(language) ? '\n' : ' ')
    .trim()

const fill = (template: string, values: Values, write: (value: string) => string): string =>
  template.replaceAll(/\{(\w+)\}/g, (place, name: string) => (Object.hasOwn(values, name) ? write(values[name] ?? '') : place))

/** Replaces each `{name}` with its value in one pass. Unknown placeholders stay. */
export const fillTemplate = (template: string, values: Values, language: Language): string =>
  fill(template, values, value => isolate(value, language))

/** The same for what is itself a value, and isolated as a whole. */
export const fillValue = (template: string, values: Values): string => fill(template, values, toSingleLine)

/** The same for HTML. Template and values are escaped separately. */
export const fillTemplateHtml = (template: string, values: Values): string =>
  fill(escapeHtml(template), values, value => `<bdi>${escapeHtml(toSingleLine(value))}</bdi>`)
