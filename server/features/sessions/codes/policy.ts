const second = 1000

/** In milliseconds. */
export const codeLifetimeMs = 5 * 60 * second
/** Of one ticket, and of one code where no ticket is sent. */
export const maxTriesPerCode = 5
/** Of one number, for codes sent without a ticket. */
export const maxFailuresPerPhone = 10
/** For how long a wrong guess counts, in milliseconds. */
export const failureWindowMs = 24 * 60 * 60 * second

export const secondsUntil = (then: Date | number, now: Date): number => Math.max(0, Math.ceil((Number(then) - now.getTime()) / second))
