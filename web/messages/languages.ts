/** The languages. Each has a catalogue `<language>.json` in this folder, and a locale for dates and numbers. */
export const languages = { en: { locale: 'en-GB' } } as const

export type Language = keyof typeof languages

/** The language of visitors, and the one that defines the message ids. */
export const defaultLanguage: Language = 'en'
