import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { alternativeOf, toAlternative } from './alternatives.ts'
import type { Choice } from './choice.ts'
import { NearestTimes } from './nearest-times.tsx'
import { nearestTimes } from './times.ts'
import type { ChangeChoice } from './use-choice.ts'
import type { Chosen } from './use-chosen.ts'

interface TimeLostProps {
  chosen: Chosen
  choice: Choice
  onTime: (to: Parameters<ChangeChoice>[0]) => void
  onOther: () => void
}

/** The chosen time went before anything was sent, or is not offered any more: said kindly, with the day's nearest others. */
export function TimeLost({ chosen: { time, times }, choice, onTime, onOther }: TimeLostProps) {
  const nearest = nearestTimes(times, choice.time ?? '').map(alternativeOf)
  return (
    <Notice kind="warning" alert>
      <strong>{time ? t('booking.problem.takenTitle') : t('booking.problem.loadTime')}</strong>
      {time && <p>{t(nearest.length > 0 ? 'booking.problem.taken' : 'booking.problem.takenNone')}</p>}
      <NearestTimes times={nearest} onChoose={other => onTime(toAlternative(choice, other))} />
      <div>
        <Button small onClick={onOther}>
          {t('booking.problem.allTimes')}
        </Button>
      </div>
    </Notice>
  )
}
