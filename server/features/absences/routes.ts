import type { App } from '../../platform/http/platform.ts'

/** Closed days of places and time off of mentors. */
export function registerAbsences(_app: App): void {}
