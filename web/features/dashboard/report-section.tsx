import type { Dashboard } from '#contract/dashboard.ts'
import { addDays } from '#domain/time/local-date.ts'
import { region, t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { FigureSection, type Figure } from './figure-section.tsx'

const decimal = (value: number) => new Intl.NumberFormat(region, { maximumFractionDigits: 1 }).format(value)
const percent = (part: number, whole: number) =>
  new Intl.NumberFormat(region, { style: 'percent', maximumFractionDigits: 1 }).format(part / whole)

/** Figures of the last 30 days, each compared with the 30 days before. */
export function ReportSection({ figures }: { figures: Dashboard }) {
  return <FigureSection id="dashboard-report" title={t('dashboard.report')} figures={figuresOf(figures)} />
}

function figuresOf({ date, missed, waiting_days, rating }: Dashboard): Figure[] {
  const none = t('dashboard.noFigure')
  const was = (before: string | null) => (before === null ? t('dashboard.nothingBefore') : t('dashboard.before', { before }))
  const figures: Figure[] = []
  if (missed) {
    const { part, whole, before } = missed
    figures.push({
      label: t('dashboard.missed'),
      value: whole > 0 ? percent(part, whole) : none,
      text: `${t('dashboard.missedOf', { part, whole })} ${was(before.whole > 0 ? percent(before.part, before.whole) : null)}`,
      to: paths.dashboardList('missed'),
    })
  }
  if (waiting_days) {
    const days = (count: number) => t('dashboard.days', { count: Math.round(count * 10) / 10 })
    const { median, before } = waiting_days
    figures.push({
      label: t('dashboard.waited'),
      value: median === null ? none : days(median),
      text: `${t('dashboard.waitedText')} ${was(before === null ? null : days(before))}`,
      to: paths.dashboardList('waited'),
    })
  }
  if (rating) {
    const { average, count, before } = rating
    figures.push({
      label: t('dashboard.rating'),
      value: average === null ? none : t('dashboard.stars', { stars: decimal(average) }),
      text: `${t('dashboard.ratingOf', { count })} ${was(before === null ? null : decimal(before))}`,
      to: paths.feedbacks({ from: addDays(date, -29), to: date }),
    })
  }
  return figures
}
