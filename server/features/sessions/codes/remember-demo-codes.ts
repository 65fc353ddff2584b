/**
 * The demo shows codes on the page instead of sending them, and shows the same one again to whoever asks twice within a minute. Only its
 * hash is in the
 * database, so the demo remembers what it showed here, in its own memory, for as long as the code lives. Never used in production.
 */
const shown = new Map<string, { code: string; until: number }>()

export function rememberDemoCode(id: string, code: string, now: Date, until: Date): void {
  for (const [old, entry] of shown) if (entry.until <= now.getTime()) shown.delete(old)
  shown.set(id, { code, until: until.getTime() })
}

export const recallDemoCode = (id: string): string | undefined => shown.get(id)?.code
