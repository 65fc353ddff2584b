import type { ResponseBody } from '../../../lib/api.ts'
import { t } from '../../../lib/messages.ts'
import { formatDate } from '../../../lib/time.ts'
import { formatClash } from '../format-clash.ts'
import { formatWarnings } from '../plan-warnings.tsx'
import type { RowOutcome } from './bulk-rows.tsx'

type Copy = ResponseBody<'POST /api/schedules/copy/preview'>['copies'][number]

/** The day of a copy with its warnings, or why the session is not copied. */
export function outcomeOfCopy(copy: Copy): RowOutcome {
  const { problem, clashes, date } = copy
  const day = formatDate(date)
  if (problem) return { blocked: `${day}: ${t(`planner.copyProblem.${problem}`)}` }
  if (clashes.length > 0) return { blocked: `${day}: ${[...new Set(clashes.map(formatClash))].join(' · ')}` }
  return { happens: [t('bulk.copiedTo', { date: day }), ...formatWarnings(copy)].join(' · ') }
}
