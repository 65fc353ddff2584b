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
export const csvStart = '\ufeff'

/** A CSV file of the parts of a list. `before` runs with each part, before its lines are sent. */
export async function* csvFile<Entry>(
  columns: readonly string[],
  parts: AsyncIterable<readonly Entry[]>,
  lineOf: (entry: Entry) => readonly string[],
  before?: (part: readonly Entry[]) => Promise<void>,
): AsyncGenerator<string> {
  yield csvStart + csvLine(columns)
  for await (const part of parts) {
    await before?.(part)
    yield part.map(entry => csvLine(lineOf(entry))).join('')
  }
}
