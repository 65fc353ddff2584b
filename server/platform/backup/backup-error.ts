/**
 * A backup could not be made, read or restored; the message is for the operator's terminal, without
 * a stack trace.
 */
export class BackupError extends Error {
  override name = 'BackupError'
}
