import { language } from './messages.ts'

/** The language that was chosen on this device: pages for staff may be in English instead. */
export const chosenLanguage = (): string => /(?:^|; )language=([\w-]+)/.exec(document.cookie)?.[1] ?? language

/** Whether pages now come in another language than this one came: a login stores the user's own. */
export const isOtherLanguageKept = (): boolean => chosenLanguage() !== language
