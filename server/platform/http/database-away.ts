/**
 * Classes and codes of PostgreSQL errors that mean "not now": connection trouble, shutting down, out of connections or room, cancelled by a timeout, deadlock,
 * and read-only (25006), as a primary is once it was demoted.
 */
const passingCodes = /^(08...|25006|57P0[1-5]|57014|53...|25P03|40001|40P01|55P03|58030)$/
const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH'])

/** What one of several can do to the others: a value that is none, a constraint, a lost race, a deadlock. Each of them may well succeed alone. */
const ownCodes = /^(22...|23...|40...|55P03|P0001)$/

/** Whether an error is about what was asked, so that others asked together with it deserve to be asked alone. */
export const isAboutOne = (error: unknown): boolean => error instanceof Error && ownCodes.test((error as { code?: string }).code ?? '')

/** Whether an error says that the database cannot answer now, rather than that the request is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: string }
  if (code !== undefined && (networkCodes.has(code) || passingCodes.test(code))) return true
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout)/.test(
    error.message,
  )
}
