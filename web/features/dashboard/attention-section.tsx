import type { Dashboard } from '#contract/dashboard.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { FigureSection } from './figure-section.tsx'

/** Items that need attention; empty ones are less prominent. */
export function AttentionSection({ figures }: { figures: Dashboard }) {
  const { pending, unassigned, unclosed, waiting_list, hours_proposals, time_off_requests, codes_sent, calendars_failing } = figures
  const all = [
    { count: pending, label: t('dashboard.pending'), text: t('dashboard.pendingText'), to: paths.dashboardList('pending') },
    { count: unassigned, label: t('dashboard.unassigned'), text: t('dashboard.unassignedText'), to: paths.dashboardList('unassigned') },
    { count: unclosed, label: t('dashboard.unclosed'), text: t('dashboard.unclosedText'), to: paths.dashboardList('unclosed') },
    { count: waiting_list, label: t('dashboard.waitingList'), text: t('dashboard.waitingListText'), to: paths.waitingList() },
    // Omitted while zero: most organisations have none.
    ...(hours_proposals
      ? [
          {
            count: hours_proposals,
            label: t('dashboard.hoursProposals'),
            text: t('dashboard.hoursProposalsText'),
            to: paths.weeklyHours(),
          },
        ]
      : []),
    ...(time_off_requests
      ? [
          {
            count: time_off_requests,
            label: t('dashboard.timeOffRequests'),
            text: t('dashboard.hoursProposalsText'),
            to: paths.weeklyHours(),
          },
        ]
      : []),
    ...(calendars_failing
      ? [
          {
            count: calendars_failing,
            label: t('dashboard.calendarsFailing'),
            text: t('dashboard.calendarsFailingText'),
            to: paths.absences({ view: 'calendars' }),
          },
        ]
      : []),
    ...(codes_sent
      ? [{ count: codes_sent, label: t('dashboard.codesSent'), text: t('dashboard.codesSentText'), to: paths.messages() }]
      : []),
  ]
  const shown = all.flatMap(({ count, ...figure }) => (count === null ? [] : [{ ...figure, value: count, due: count > 0 }]))
  return <FigureSection id="dashboard-attention" title={t('dashboard.attention')} figures={shown} />
}
