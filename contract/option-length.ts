// A file of its own: pages need no schemas for it.

/** The longest option of a feedback question, in characters. */
export const maxOptionLength = 120
