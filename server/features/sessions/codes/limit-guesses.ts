const minute = 60

/** Codes that may follow each other after a minute, before the pauses grow. */
const quickCodes = 3

/**
 * Seconds to wait after a code, by how many unused codes the number was sent within a day: a minute at first, then as long as a code lives, so that a number that is asked for all the time has a
 * living code all the time; from the day's count on a quarter of an hour. It is a pause and never a stop: requests of strangers must not keep a number's owner out.
 */
export function pauseAfterCodes(unused: number, perDay: number): number {
  if (unused >= perDay) return 15 * minute
  return unused <= quickCodes ? minute : 5 * minute
}

/** Codes that a number may use within a day before a pause follows each, as a multiple of the day's count. */
const usedShare = 2

/**
 * Seconds to wait after a code, by how many the number used within a day. Only the phone's owner can use codes, so a stranger cannot cause this pause; without it one phone could spend the organisation's
 * codes of a day.
 */
export const pauseAfterUsedCodes = (used: number, perDay: number): number => (used >= usedShare * perDay ? 15 * minute : 0)

/** Wrong codes of one number within 24 hours, over all tickets. */
export interface WrongCodes {
  all: number
  /** Those from the address where this ticket was asked for. */
  here: number
}

/** As many wrong codes a day as count against their tickets alone. */
const freeTries = 100
/** From then on, each address has so many. */
const triesPerAddress = 2
/** More are never looked at: six of ten thousand days of guessing find a code. */
const triesPerNumber = 600

/**
 * Whether a ticket's guess is looked at. The bound on all guesses of a number keeps codes safe from many addresses; the share of each address keeps those of a stranger from locking the owner,
 * who asks from another one.
 */
export const mayGuess = ({ all, here }: WrongCodes): boolean => all < freeTries || (all < triesPerNumber && here < triesPerAddress)
