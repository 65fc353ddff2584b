const words = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** A date as its field shows it: "25 Nov 2026". */
export const shownDate = (date: string): string => words.format(Date.parse(date))
