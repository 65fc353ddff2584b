import type { BusyMentor, ShortTravel } from '#contract/problem.ts'
import { t } from '../../lib/messages.ts'
import { formatTimesThere } from '../../lib/time.ts'
import { Notice } from '../../ui/notice.tsx'
import { formatTravel } from './travel-warnings.ts'

interface Warned {
  travel: readonly ShortTravel[]
  busy_mentors: readonly BusyMentor[]
}

/** The warnings of a planned session, each once. It can be saved nevertheless. */
export const formatWarnings = ({ travel, busy_mentors }: Warned): string[] => [
  ...new Set([...busy_mentors.map(formatBusy), ...travel.map(formatTravel)]),
]

/** "Ana Moreno’s own calendar is busy, 09:00–12:00. Clients can’t book then." */
const formatBusy = ({ mentor, starts_at, ends_at, time_zone }: BusyMentor): string =>
  t('preview.busyMentor', { name: mentor.name, times: formatTimesThere(starts_at, ends_at, time_zone) })

/** The warnings of planned sessions; nothing if there are none. */
export function WarningsNotice({ travel = [], busy_mentors = [] }: Partial<Warned>) {
  const sentences = formatWarnings({ travel, busy_mentors })
  if (sentences.length === 0) return null
  return (
    <Notice kind="warning">
      {sentences.map(sentence => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  )
}
