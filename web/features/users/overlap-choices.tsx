import type { MergePreview } from '#contract/users.ts'
import { t } from '../../lib/messages.ts'
import { formatRangeThere } from '../../lib/time.ts'
import { RadioChoice } from './radio-choice.tsx'

type Overlap = MergePreview['overlaps'][number]

interface OverlapChoicesProps {
  overlaps: readonly Overlap[]
  bind: (pair: Overlap) => { name: string; value: string; error: string | undefined; onChange: (value: string) => void }
}

/** Of each two overlapping appointments one is kept. */
export function OverlapChoices({ overlaps, bind }: OverlapChoicesProps) {
  return overlaps.map(pair => {
    const option = ({ id, support_type, mentor, starts_at, ends_at, time_zone, status }: Overlap['stays']) => ({
      value: id,
      label: `${support_type}, ${mentor}`,
      text: `${formatRangeThere(starts_at, ends_at, time_zone)} · ${t(`app.status.${status}`)}`,
    })
    return (
      <RadioChoice
        key={`${pair.stays.id}-${pair.goes.id}`}
        legend={t('merge.keepWhich')}
        options={[option(pair.stays), option(pair.goes)]}
        {...bind(pair)}
      />
    )
  })
}
