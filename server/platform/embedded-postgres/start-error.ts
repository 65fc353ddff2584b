/** The embedded database could not be started; the message is for the person at the terminal, without a stack trace. */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError'
}
