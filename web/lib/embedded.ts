/**
 * Whether this document may be in a frame on another site. It shows no other page, and never reads or keeps a
 * login: a click there may not be what its visitor means.
 */
export const isEmbedded: boolean = /^\/embed\/?$/.test(globalThis.location?.pathname ?? '')
