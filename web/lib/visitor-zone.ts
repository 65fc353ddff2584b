const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/**
 * The visitor's own zone, as it was when the page loaded: browsers take long to look it up, and lists ask in every
 * row.
 */
export const visitorZone = (): string => ownZone
