import type { App } from '../../platform/http/platform.ts'

/** The kinds of help on offer. */
export function registerSupportTypes(_app: App): void {}
