/** Maximum number of items of one call on several appointments, waiting-list entries, messages or people. */
export const maxBatch = 100
