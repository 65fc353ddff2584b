import type { Instant } from './instant.ts'
import { Temporal } from './temporal.ts'

/** Half-open: `starts_at` belongs to it, `ends_at` does not. */
export interface InstantRange {
  starts_at: Instant
  ends_at: Instant
}

/**
 * Whether two ranges share any time. Adjacent ranges do not, and an empty one overlaps nothing (as
 * PostgreSQL's `&&`).
 */
export function overlaps(a: InstantRange, b: InstantRange): boolean {
  // Stryker disable EqualityOperator: of two equal instants either will do
  const start = Temporal.Instant.compare(a.starts_at, b.starts_at) > 0 ? a.starts_at : b.starts_at
  const end = Temporal.Instant.compare(a.ends_at, b.ends_at) < 0 ? a.ends_at : b.ends_at
  // Stryker restore EqualityOperator
  return Temporal.Instant.compare(start, end) < 0
}
