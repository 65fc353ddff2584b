import { useEffect, useRef } from 'react'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { NearestTimes, type Alternative } from '../booking/details/nearest-times.tsx'

interface TakenTimeProps {
  nearest: readonly Alternative[]
  /** More are being looked for. */
  isPending: boolean
  onTime: (time: Alternative) => void
  onOther: () => void
}

/** The chosen time was taken meanwhile: what stays, and the nearest free times. */
export function TakenTime({ nearest, isPending, onTime, onOther }: TakenTimeProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={place}>
      <Notice kind="warning" alert>
        <strong>{t('booking.problem.goneTitle')}</strong>
        {!isPending && <p>{t(nearest.length > 0 ? 'bookFor.takenNearest' : 'bookFor.takenNone')}</p>}
        <NearestTimes times={nearest} onChoose={onTime} />
        <div>
          <Button small onClick={onOther}>
            {t('booking.problem.allTimes')}
          </Button>
        </div>
      </Notice>
    </div>
  )
}
