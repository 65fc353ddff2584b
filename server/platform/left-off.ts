import { readInstant } from '#domain/time/instant.ts'

/** Where a page of a list left off: its last row's time, as exact as the database has it, and its id. */
export interface LeftOff {
  at: string
  id: string
}

/** `2026-11-24 09:00:00.123456+00_01900000-…`; null for anything else. */
export function readLeftOff(text: string): LeftOff | null {
  const [at = '', id = ''] = text.split('_')
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
  return isId && readInstant(at.replace(' ', 'T').replace(/\+00$/, 'Z')) ? { at, id } : null
}
