/** Classes and codes of PostgreSQL errors that mean "not now": connection trouble, shutting down, out of connections or room, cancelled by a timeout, deadlock. */
const passingCodes = /^(08...|57P0[1-5]|57014|53...|25P03|40001|40P01|55P03|58030)$/
const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH'])

/** Whether an error says that the database cannot answer now, rather than that the request is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: string }
  if (code !== undefined && (networkCodes.has(code) || passingCodes.test(code))) return true
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/.test(
    error.message,
  )
}
