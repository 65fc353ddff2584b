/** Whether a locale writes times of day with "AM" and "PM", or its own words for them. */
export const hasTwelveHours = (locale: string): boolean =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hourCycle === 'h12'

/** How a locale writes a time of day: "3:30 PM" or "15:30", midnight "12:00 AM" or "00:00". */
export const clockOptions = (locale: string): Intl.DateTimeFormatOptions =>
  hasTwelveHours(locale)
    ? { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' }
    : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
