/** A backup could not be made, read or put in place; the message is meant for whoever typed the command and needs no stack trace. */
export class BackupError extends Error {
  override name = 'BackupError'
}
