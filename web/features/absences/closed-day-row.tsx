import type { ClosedDay } from '#contract/absences.ts'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { can } from '../../lib/session.ts'
import { sayDate } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast, toastError } from '../../ui/toast.ts'
import styles from './absences.module.css'
import { Affected } from './affected.tsx'
import { forgetAbsences } from './forget-absences.ts'
import { sayClosedDay } from './say-absence.ts'

/** One closed day: which place, who stands in it, and open again. `named`: with the place's name. */
export function ClosedDayRow({ day, named, onRemoved }: { day: ClosedDay; named: boolean; onRemoved: () => void }) {
  const [busy, setBusy] = useState(false)
  const { id, place, date, reason, affected } = day
  const remove = async () => {
    setBusy(true)
    try {
      await call('DELETE /api/closed-days/{id}', { params: { id } })
      toast(t('closedDay.removed', { place: place.name, date: sayDate(date) }), { type: 'success' })
      onRemoved()
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(false)
      await forgetAbsences()
    }
  }
  return (
    <Card as="li">
      <div className={styles.row}>
        <div className={styles.what}>
          <div>
            <p className={styles.when}>{sayDate(date)}</p>
            <p className="soft small">{[named && place.name, reason].filter(Boolean).join(' · ')}</p>
          </div>
        </div>
        <div className={styles.actions}>
          <Affected count={affected} what={sayClosedDay(day)} of={{ closed_day_id: id }} />
          {can('Settings Edit') && (
            <Button small busy={busy} aria-label={t('closedDay.openOf', { what: sayClosedDay(day) })} onClick={() => void remove()}>
              {t('closedDay.open')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}
