/** Answers that the server sends within a page, for everyone, by the call. */
export const initialQueries = {
  /** The first page, which is rendered from them. */
  first: ['GET /api/site', 'GET /api/previous-history'],
  /** Every other page. */
  other: ['GET /api/site'],
} as const

/** The id of the script element with the answers. */
export const initialDataId = 'initial-data'

/** The script element, from the body of each answer in JSON. */
export function writeInitialData(answers: Readonly<Record<string, string>>): string {
  const fields = Object.entries(answers).map(([name, body]) => `${JSON.stringify(name)}:${body}`)
  // Within a script element only `<` could end it.
  return `<script type="application/json" id="${initialDataId}">{${fields.join(',').replaceAll('<', '\\u003c')}}</script>`
}
