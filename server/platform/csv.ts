import type { Language } from '#contract/languages.ts'
import type { Scope } from './scope.ts'
import { say, type TextId } from './text.ts'

/**
 * The beginning of a formula for spreadsheets, also after spaces, and with the full-width signs of East
 * Asian input methods.
 */
const formula = /^[\s\u00a0\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/

/** One cell of RFC 4180, quoted. An apostrophe turns a formula into text (OWASP, "CSV injection"). */
const cell = (text: string): string => `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** One record of a CSV file. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`

/** The byte order mark: without it, spreadsheets do not read the file as UTF-8. */
const start = '\ufeff'

type Column = TextId extends infer Id ? (Id extends `csv.${infer Name}` ? Name : never) : never

/** The beginning of a CSV file: its columns in the language of its reader, then others. */
export const csvHead = (language: Language, columns: readonly Column[], others: readonly string[] = []): string =>
  start + csvLine([...columns.map(column => say(language, `csv.${column}`)), ...others])

/** In the reader's language. */
export const csvYesNo = (language: Language, value: boolean): string => say(language, value ? 'value.yes' : 'value.no')

/** A CSV file of the parts of a list. `before` runs with each part, before its lines are sent. */
export async function* csvFile<Entry>(
  { language }: Scope,
  columns: readonly Column[],
  parts: AsyncIterable<readonly Entry[]>,
  lineOf: (entry: Entry) => readonly string[],
  before?: (part: readonly Entry[]) => Promise<void>,
): AsyncGenerator<string> {
  yield csvHead(language, columns)
  for await (const part of parts) {
    await before?.(part)
    yield part.map(entry => csvLine(lineOf(entry))).join('')
  }
}
