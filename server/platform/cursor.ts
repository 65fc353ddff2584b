import { readInstant } from '#domain/time/instant.ts'

/**
 * The last row of a page: its time in the database's precision, and its id. The next page begins after
 * it.
 */
export interface Cursor {
  at: string
  id: string
}

/** `2026-11-24 09:00:00.123456+00_01900000-…`, the `meta.next` of a page. */
export const encodeCursor = ({ at, id }: Cursor): string => `${at}_${id}`

/** Null for a text that `encodeCursor` never writes. */
export function decodeCursor(text: string): Cursor | null {
  const [at = '', id = ''] = text.split('_')
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
  return isId && readInstant(at.replace(' ', 'T').replace(/\+00$/, 'Z')) ? { at, id } : null
}
