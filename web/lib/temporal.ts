// The browser's alias of `temporal-polyfill` (vite.config.ts): native Temporal, or the polyfill, fetched once
// if it is missing.
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')

/** Native Temporal, or the polyfill. */
export const Temporal = (globalThis as unknown as { Temporal: typeof import('temporal-polyfill').Temporal }).Temporal
