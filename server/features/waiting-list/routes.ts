import type { App } from '../../platform/http/platform.ts'

/** Waiting for a time: private, ordered, timed offers. */
export function registerWaitingList(_app: App): void {}
