import type { App } from '../../platform/http/platform.ts'

/** Questions, answers, and what they say together. */
export function registerFeedback(_app: App): void {}
