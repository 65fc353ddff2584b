/**
 * The values of a template's placeholders. They are data: inserted once, and never parsed as a
 * template, HTML or line break.
 */
export type Values = Readonly<Record<string, string>>

/** Replaces line breaks and bidirectional control characters with spaces. */
export const toSingleLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()

const signs: Values = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, sign => signs[sign] ?? sign)

/** Replaces each `{name}` with its value in one pass. Unknown placeholders stay. */
export const fillTemplate = (template: string, values: Values): string =>
  template.replaceAll(/\{(\w+)\}/g, (place, name: string) => (Object.hasOwn(values, name) ? toSingleLine(values[name] ?? '') : place))

/** The same for HTML. Template and values are escaped separately. */
export const fillTemplateHtml = (template: string, values: Values): string =>
  escapeHtml(template).replaceAll(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? `<bdi>${escapeHtml(toSingleLine(values[name] ?? ''))}</bdi>` : place,
  )
