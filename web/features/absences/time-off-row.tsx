import type { TimeOff } from '#contract/absences.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { SelectRow } from '../../ui/select-row.tsx'
import type { RowSelection } from '../../ui/use-row-selection.ts'
import styles from './absences.module.css'
import { AffectedAppointments } from './affected-appointments.tsx'
import { formatTimeOff } from './format-absence.ts'
import { RemoveTimeOff } from './remove-time-off.tsx'

interface TimeOffRowProps {
  off: TimeOff
  /** With the mentor’s name. */
  named: boolean
  onRemoved: () => void
  selection?: RowSelection<TimeOff> | null
}

/** One absence of a mentor: when, the affected appointments, and a button to remove it. */
export function TimeOffRow({ off, named, onRemoved, selection }: TimeOffRowProps) {
  const { id, mentor, reason, affected } = off
  const when = formatTimeOff(off)
  return (
    <Card as="li">
      <div className={styles.row}>
        <div className={styles.what}>
          {selection && <SelectRow row={off} name={`${mentor.name}, ${when}`} selection={selection} />}
          {named && <Avatar name={mentor.name} photo={mentor.photo} size="small" />}
          <div>
            <p className={styles.when}>{when}</p>
            <p className="soft small">{[named && mentor.name, reason].filter(Boolean).join(' · ')}</p>
          </div>
        </div>
        <div className={`${styles.actions} no-print`}>
          <AffectedAppointments count={affected} what={`${mentor.name}, ${when}`} of={{ time_off_id: id }} />
          <RemoveTimeOff off={off} onRemoved={onRemoved} />
        </div>
      </div>
    </Card>
  )
}
