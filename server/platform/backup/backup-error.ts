/** A backup could not be made, read or put in place; the message is for the person at the terminal, without a stack trace. */
export class BackupError extends Error {
  override name = 'BackupError'
}
