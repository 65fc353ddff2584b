import { language } from './messages.ts'

/** The reader's language, chosen on this device or in the browser: pages for staff may be in English instead. */
export const chosenLanguage = (): string =>
  /(?:^|; )language=([\w-]+)/.exec(document.cookie)?.[1] ?? document.documentElement.dataset.language ?? language

/** Whether pages now come in another language than this one came: a login stores the user's own. */
export const isOtherLanguageKept = (): boolean => chosenLanguage() !== language
