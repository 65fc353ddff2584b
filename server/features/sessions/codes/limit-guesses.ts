const minuteSeconds = 60

/** Number of codes with a pause of a minute; after them the pauses grow. */
const quickCodes = 3

/**
 * Seconds to wait after a code, by the number of unused codes sent to this number within a day: first a
 * minute, then the lifetime of a code, so that a number under constant requests always has a valid code;
 * from the daily count on, a quarter of an hour. It never blocks, because requests by strangers must not
 * lock out a number's owner.
 */
export function pauseSecondsAfterUnusedCodes(unused: number, perDay: number): number {
  if (unused >= perDay) return 15 * minuteSeconds
  return unused <= quickCodes ? minuteSeconds : 5 * minuteSeconds
}

/** Codes that a number may use within a day without a pause, as a multiple of the daily count. */
const usedShare = 2

/**
 * Seconds to wait after a code, by the number of codes used within a day. Only the phone's owner can use
 * codes, so strangers cannot cause this pause. It keeps one phone from spending the organisation's daily
 * codes.
 */
export const pauseSecondsAfterUsedCodes = (used: number, perDay: number): number => (used >= usedShare * perDay ? 15 * minuteSeconds : 0)

/** Wrong codes of one number within 24 hours, over all tickets. */
export interface WrongCodes {
  all: number
  /** Those from the address that requested this ticket. */
  here: number
}

/** Wrong codes a day that count against their tickets alone. */
const freeTries = 100
/** Wrong codes per address after that. */
const triesPerAddress = 2
/** Maximum per number and day: a guesser finds a code on six of ten thousand days. */
const triesPerNumber = 600

/**
 * Whether a guess may be compared. The limit per number protects codes against many addresses; the share
 * of each address keeps strangers from locking out the owner, who uses another address.
 */
export const mayTryCode = ({ all, here }: WrongCodes): boolean => all < freeTries || (all < triesPerNumber && here < triesPerAddress)
