/**
 * The embedded database could not start; the message is for the operator's terminal, without a
 * stack trace.
 */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError'
}
