/** The form of BCP 47 tags here, of spoken languages and of locales: `de` or `en-GB`. */
export const languageTag = /^[a-z]{2,3}(-[A-Z]{2})?$/
