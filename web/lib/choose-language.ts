import { maxCookieSeconds } from '#contract/cookie-age.ts'
import { call } from './api.ts'
import { chosenLanguage } from './language.ts'
import { session } from './session.ts'

/**
 * Keeps a language on the device, where the server reads it for each page, and loads the page in it. A signed-in
 * user's choice also applies to their messages.
 */
export async function chooseLanguage(locale: string): Promise<void> {
  // Where it cannot be saved, the page still changes.
  if (session()) await call('PUT /api/my-profile', { body: { locale } }).catch(() => undefined)
  showInLanguage(locale)
}

/** Stores the language on this device and reloads the page in it. */
export function showInLanguage(locale: string): void {
  document.cookie = `language=${locale};path=/;max-age=${maxCookieSeconds};samesite=lax`
  // Chromium stores a cookie while the script continues, and the request of a reload can overtake it: reading waits.
  if (chosenLanguage() === locale) location.reload()
}
