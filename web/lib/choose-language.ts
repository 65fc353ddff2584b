import { maxCookieSeconds } from '#contract/cookie-age.ts'
import { call } from './api.ts'
import { chosenLanguage } from './language.ts'
import { session } from './session.ts'

type Ask = () => boolean | Promise<boolean>
const guards = new Set<Ask>()

/**
 * Asks before the page loads in another language, if that would lose something; false keeps everything as it is.
 * Returns a function that ends this.
 */
export function guardReload(ask: Ask): () => void {
  guards.add(ask)
  return () => void guards.delete(ask)
}

let prepare = (): void => {}

/** Sets what happens right before the page loads in another language. There is one handler. */
export function beforeReload(handle: () => void): void {
  prepare = handle
}

/**
 * Keeps a language on the device, where the server reads it for each page, and loads the page in it. A signed-in
 * user's choice also applies to their messages.
 */
export async function chooseLanguage(locale: string): Promise<void> {
  for (const ask of guards) if (!(await ask())) return
  // Where it cannot be saved, the page still changes.
  if (session()) await call('PUT /api/my-profile', { body: { locale } }).catch(() => undefined)
  showInLanguage(locale)
}

/** Stores the language on this device and reloads the page in it. */
export function showInLanguage(locale: string): void {
  document.cookie = `language=${locale};path=/;max-age=${maxCookieSeconds};samesite=lax`
  // Chromium stores a cookie while the script continues, and the request of a reload can overtake it: reading waits.
  if (chosenLanguage() !== locale) return
  prepare()
  location.reload()
}
