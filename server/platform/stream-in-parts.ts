import { type Cursor, decodeCursor } from './cursor.ts'

const perPart = 200

/** How many entries an export lists at most: more than any list has. */
export const maxExported = 1_000_000

/** Reads the records of these ids in parts, so that an export never holds all of them. */
export async function* streamInParts<Entry>(
  ids: readonly string[],
  read: (part: readonly string[]) => Promise<Entry[]>,
): AsyncGenerator<Entry[]> {
  for (let start = 0; start < ids.length; start += perPart) yield await read(ids.slice(start, start + perPart))
}

/** Reads all pages of a list with a cursor, one after the other. */
export async function* streamPages<Entry>(
  read: (after: Cursor | null) => Promise<{ data: Entry[]; meta: { next: string | null } }>,
): AsyncGenerator<Entry[]> {
  let count = 0
  let after: Cursor | null = null
  do {
    const page: Awaited<ReturnType<typeof read>> = await read(after)
    yield page.data
    count += page.data.length
    after = page.meta.next === null ? null : decodeCursor(page.meta.next)
  } while (after && count < maxExported)
}
