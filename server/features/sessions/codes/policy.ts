const secondMs = 1000

/** In milliseconds. */
export const codeLifetimeMs = 5 * 60 * secondMs
/** Per ticket; without a ticket, per code. */
export const maxTriesPerCode = 5
/** Per number, for codes without a ticket. */
export const maxFailuresPerPhone = 10
/** How long a wrong guess counts, in milliseconds. */
export const failureWindowMs = 24 * 60 * 60 * secondMs

/** Whole seconds, rounded up; 0 for the past. `then`: a date or epoch milliseconds. */
export const secondsUntil = (then: Date | number, now: Date): number => Math.max(0, Math.ceil((Number(then) - now.getTime()) / secondMs))
