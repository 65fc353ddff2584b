/**
 * SQLSTATEs that mean "not now": connection failure, shutdown, too many connections, no disk space,
 * timeout, deadlock, and read-only (25006), as after a demotion of the primary.
 */
const temporaryCodes = /^(08...|25006|57P0[1-5]|57014|53...|25P03|40001|40P01|55P03|58030)$/
const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH'])

/** SQLSTATEs that one request of a batch can cause: an invalid value, a constraint, a lost race, a deadlock. */
const requestCodes = /^(22...|23...|40...|55P03|P0001)$/

/** Whether one request of a batch can have caused the error, so that the others should be retried alone. */
export const isCausedByOneRequest = (error: unknown): boolean =>
  error instanceof Error && requestCodes.test((error as { code?: string }).code ?? '')

/** Whether the database is temporarily unavailable, rather than the request invalid. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: string }
  if (code !== undefined && (networkCodes.has(code) || temporaryCodes.test(code))) return true
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout)/.test(
    error.message,
  )
}
