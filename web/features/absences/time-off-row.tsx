import type { TimeOff } from '#contract/absences.ts'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { can, session } from '../../lib/session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast, toastError } from '../../ui/toast.ts'
import styles from './absences.module.css'
import { Affected } from './affected.tsx'
import { forgetAbsences } from './forget-absences.ts'
import { sayTimeOff } from './say-absence.ts'

/** One absence of a mentor: when, who stands in it, and back to work. `named`: with whose it is. */
export function TimeOffRow({ off, named, onRemoved }: { off: TimeOff; named: boolean; onRemoved: () => void }) {
  const [busy, setBusy] = useState(false)
  const { id, mentor, reason, affected, revision } = off
  const when = sayTimeOff(off)
  const remove = async () => {
    setBusy(true)
    try {
      await call('DELETE /api/time-off/{id}', { params: { id }, query: { revision } })
      toast(t('timeOff.removed'), { type: 'success' })
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
          {named && <Avatar name={mentor.name} photo={mentor.photo} size="small" />}
          <div>
            <p className={styles.when}>{when}</p>
            <p className="soft small">{[named && mentor.name, reason].filter(Boolean).join(' · ')}</p>
          </div>
        </div>
        <div className={styles.actions}>
          <Affected count={affected} what={`${mentor.name}, ${when}`} of={{ time_off_id: id }} />
          {(can('Schedule Edit') || session()?.user.id === mentor.id) && (
            <Button
              small
              busy={busy}
              aria-label={t('absences.removeOf', { what: `${mentor.name}, ${when}` })}
              onClick={() => void remove()}
            >
              {t('absences.remove')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}
