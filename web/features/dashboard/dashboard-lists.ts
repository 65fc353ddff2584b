import type { DashboardList } from '#contract/dashboard.ts'

/** The lists that have a page. The browser takes only types from the contract, no values. */
export const dashboardListNames: readonly DashboardList[] = ['today', 'pending', 'unassigned', 'unclosed', 'missed', 'waited']
