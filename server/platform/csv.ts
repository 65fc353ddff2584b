/** What spreadsheets take for the beginning of a formula, also behind blanks; the wide signs of East Asian input methods among them. */
const formula = /^[\s\u00a0\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/

/**
 * One cell after RFC 4180: in quotes, quotes doubled. What a spreadsheet would run gets an apostrophe before it, which makes it text
 * (OWASP, "CSV injection").
 */
const cell = (text: string): string => `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** One record of a CSV file. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`

/** Before the first record: it says that the file is UTF-8, which spreadsheets otherwise guess wrongly. */
export const csvStart = '\ufeff'
