/** What stands in a template's places. They are data: whatever they hold is put there once and never read as a template, as HTML or as a line's end. */
export type Values = Readonly<Record<string, string>>

/** As one line: what would end it, or turn the order of what follows, is a blank. */
export const onOneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()

const signs: Values = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, sign => signs[sign] ?? sign)

/** Fills `{name}` with the value of that name, in one go; a place that nothing is known for stays as it is. */
export const fill = (template: string, values: Values): string =>
  template.replaceAll(/\{(\w+)\}/g, (place, name: string) => (Object.hasOwn(values, name) ? onOneLine(values[name] ?? '') : place))

/** The same for HTML: template and values are escaped, each by itself. */
export const fillTemplateHtml = (template: string, values: Values): string =>
  escapeHtml(template).replaceAll(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? `<bdi>${escapeHtml(onOneLine(values[name] ?? ''))}</bdi>` : place,
  )
