const hostForm = /^https:\/\/(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*(?::\d+)?$/
const ownMachine = /^http:\/\/localhost(?::\d+)?$/

/**
 * Whether a text is the origin of one website, as browsers write it: no path, no wildcard, nothing that could
 * add to a Content-Security-Policy. http only on this machine.
 */
export const isWebOrigin = (text: string): boolean =>
  text.length <= 200 && (hostForm.test(text) || ownMachine.test(text)) && URL.canParse(text) && new URL(text).origin === text
