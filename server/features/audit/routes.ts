import type { App } from '../../platform/http/platform.ts'

/** Who changed what, when and why. */
export function registerAudit(_app: App): void {}
