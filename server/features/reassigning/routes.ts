import type { App } from '../../platform/http/platform.ts'

/** "The mentor is ill": everybody affected gets another mentor, another time or a message. */
export function registerReassigning(_app: App): void {}
