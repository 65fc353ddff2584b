/** Exit codes of `openhour`, as `openhour --help` lists them. */
export const exitCodes = { done: 0, failed: 1, wrongUsage: 2, notRunning: 3, rolledBack: 4, notRolledBack: 5, partly: 6 } as const

/** A mistake in the command line. */
export class UsageError extends Error {}
