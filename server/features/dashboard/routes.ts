import type { App } from '../../platform/http/platform.ts'

/** The figures of the administration, and the lists behind them. */
export function registerDashboard(_app: App): void {}
