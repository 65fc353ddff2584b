const second = 1000

/** In milliseconds. */
export const codeLifetime = 5 * 60 * second
/** Of one ticket, and of one code where no ticket is sent. */
export const triesPerCode = 5
/** Of one number, for codes sent without a ticket. */
export const failuresPerPhone = 10
/** For how long a wrong guess counts, in milliseconds. */
export const failureWindow = 24 * 60 * 60 * second

export const secondsUntil = (then: Date | number, now: Date): number => Math.max(0, Math.ceil((Number(then) - now.getTime()) / second))
