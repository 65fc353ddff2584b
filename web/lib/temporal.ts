// What `temporal-polyfill` means in the browser (alias in vite.config.ts): the native Temporal, or the polyfill fetched once where it is missing.
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')

export const Temporal = (globalThis as unknown as { Temporal: typeof import('temporal-polyfill').Temporal }).Temporal
