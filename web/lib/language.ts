import { language } from './messages.ts'

/** Whether pages now come in another language than this one came: a login stores the user's own. */
export const isOtherLanguageKept = (): boolean => (/(?:^|; )language=([\w-]+)/.exec(document.cookie)?.[1] ?? language) !== language
