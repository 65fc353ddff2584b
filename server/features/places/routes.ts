import type { App } from '../../platform/http/platform.ts'

/** Rooms, branches and online places. */
export function registerPlaces(_app: App): void {}
