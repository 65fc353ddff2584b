import type { Compiled } from './pseudo-localise.ts'

/** Whether figures are ٠١٢٣٤٥٦٧٨٩ in a locale. Intl writes those of dates and numbers, this file those of texts. */
export const hasArabicDigits = (locale: string): boolean => locale.endsWith('-nu-arab')

/** Figures on their own: not those of words such as SHA-256, of addresses, colours and phone numbers. */
const figures = /(?<![\w#+./:@-]|\+[\d ]+)\d+(?:[.,:]\d+)*(?![\w#+/@-])/g
const marks: Readonly<Record<string, string>> = { '.': '٫', ',': '٬' }

const shift = (number: string): string => number.replaceAll(/\d/g, digit => String.fromCodePoint(0x660 + Number(digit)))

/** "من ١٥ حرفًا" for "من 15 حرفًا" */
export const writeDigits = (text: string): string =>
  text.replaceAll(figures, number => shift(number).replaceAll(/[.,]/g, mark => marks[mark] ?? mark))

/** Counts, years and times; longer numbers are codes and phone numbers. */
const writeValue = (value: string | number): string =>
  typeof value === 'number' || /^(\d{1,4}|\d\d:\d\d)$/.test(value) ? shift(String(value)) : value

const shown = (name: string): string => `${name} shown`

/**
 * Writes a compiled message in these digits. What fills a place is written by `withShownValues`, under a name of its
 * own: plurals need the number.
 */
export function writeMessageDigits(message: Compiled): Compiled {
  if (typeof message === 'string') return writeDigits(message)
  return isList(message) ? message.map(writePart) : message
}

function writePart(part: Compiled): Compiled {
  if (!isList(part)) return writeMessageDigits(part)
  const [name, kind, options] = part
  if (typeof name === 'string' && kind === undefined) return [shown(name)]
  if (options === undefined || typeof options !== 'object' || isList(options)) return part
  return [...part.slice(0, 2), Object.fromEntries(Object.entries(options).map(([option, texts]) => [option, writeMessageDigits(texts)]))]
}

/** The values of a message of `writeMessageDigits`. */
export const withShownValues = (values: Readonly<Record<string, string | number>>): Record<string, string | number> => ({
  ...values,
  ...Object.fromEntries(Object.entries(values).map(([name, value]) => [shown(name), writeValue(value)])),
})

const isList = (part: Compiled | undefined): part is readonly Compiled[] => Array.isArray(part)
