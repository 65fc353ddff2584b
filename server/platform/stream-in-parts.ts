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
