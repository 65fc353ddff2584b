/** Seconds: 400 days, the longest that browsers keep a cookie. */
export const maxCookieSeconds = 400 * 24 * 60 * 60
