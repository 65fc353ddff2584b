/**
 * The demo shows codes on the page instead of sending them, and shows the same one for repeated
 * requests within a minute. The database stores only the hash, so this process remembers the code for
 * its lifetime. Not used in production.
 */
const shown = new Map<string, { code: string; until: number }>()

/** Keeps the code in this process until it expires. */
export function storeDemoCode(id: string, code: string, now: Date, until: Date): void {
  for (const [old, entry] of shown) if (entry.until <= now.getTime()) shown.delete(old)
  shown.set(id, { code, until: until.getTime() })
}

/** The code that the page of a demo shows; undefined after a restart. */
export const readDemoCode = (id: string): string | undefined => shown.get(id)?.code
