/** The embedded database could not be started; the message is meant for whoever typed `npm start` and needs no stack trace. */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError'
}
