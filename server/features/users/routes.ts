import type { App } from '../../platform/http/platform.ts'

/** Users: everybody who ever booked or works here. */
export function registerUsers(_app: App): void {}
