import { createHash } from 'node:crypto'

/** What became of a visit of the embedded booking page: booked, or requested for approval. */
export type Embedded = 'booked' | 'pending'

/** How long a visit's result can be read. */
export const visitMinutes = 60

/** The database holds hashes only: with a copy of it no frame learns anything. */
export const hashVisit = (visit: string): Buffer => createHash('sha256').update(visit).digest()
