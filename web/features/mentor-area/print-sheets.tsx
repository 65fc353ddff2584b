import type { Appointment } from '#contract/appointments.ts'
import { holdsSeat } from '#domain/booking/status.ts'
import { t } from '../../lib/messages.ts'
import { QuestionSheet } from '../appointments/question-sheet.tsx'
import styles from './mentor-area.module.css'

/** Question sheets, each on its own page. */
export function PrintSheets({ appointments }: { appointments: readonly Appointment[] }) {
  const sheets = appointments.filter(({ status }) => holdsSeat(status))
  if (sheets.length === 0) return <p className="soft">{t('printSheets.none')}</p>
  return (
    <div className={styles.sheets}>
      {sheets.map(appointment => (
        <QuestionSheet key={appointment.id} appointment={appointment} />
      ))}
    </div>
  )
}
