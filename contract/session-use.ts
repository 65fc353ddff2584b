/**
 * The header of a request that a page makes by itself while its user does nothing, such as a refetch every minute.
 * Such a request keeps no session from ending when idle. Pages send it; it is no access control.
 */
export const unattendedHeader = 'openhour-unattended'

/** Milliseconds without use after which a staff session ends (product rules, section 4). */
export const staffIdleMs = 60 * 60_000

/** Minimum milliseconds between two writes of when a session was last used, after which it may end so much too soon. */
export const touchIntervalMs = 60_000
