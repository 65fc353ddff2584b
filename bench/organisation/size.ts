import type { Size } from './grow.ts'

/** `[people] [appointments]` of a command line; 100,000 and 1,000,000 unless said. */
export function readSize([people = '100000', appointments = '1000000']: readonly string[]): Size {
  const size = { people: Number(people), appointments: Number(appointments) }
  // Two hundred people at once, and no person twice within a day.
  if (!(size.people >= 10_000 && size.appointments >= 10_000)) throw new Error('people and appointments must be at least 10000')
  return size
}
