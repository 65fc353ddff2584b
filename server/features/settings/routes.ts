import type { App } from '../../platform/http/platform.ts'

/** What an administrator can set; every setting takes effect without a restart. */
export function registerSettings(_app: App): void {}
