// In their own file, so that the form of a rule does not load what computes its dates.

/** Maximum number of sessions of one rule. */
export const maxRepeats = 200

/** Years after the first date within which a rule ends. */
export const horizonYears = 10
