import type { App } from '../../platform/http/platform.ts'

/** Roles and who holds them. */
export function registerRoles(_app: App): void {}
