import type { Appointment } from '#contract/appointments.ts'
import { formatReference } from '#domain/booking/reference.ts'
import { IconPrinter } from '@tabler/icons-react'
import { formatNumber } from '../../lib/format-values.ts'
import { t } from '../../lib/messages.ts'
import { formatRangeThere } from '../../lib/time.ts'
import { formatInterpreterNeed } from '../people/interpreter-need.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './question-sheet.module.css'

/** A client's questions on one sheet (A4 or Letter) with space for notes, for staff and the mentor. */
export function QuestionSheet({ appointment }: { appointment: Appointment }) {
  const { user, mentor, place, support_type, starts_at, ends_at, time_zone, serial, reference, questions } = appointment
  return (
    <section className={styles.sheet} aria-label={t('questionSheet.of', { name: user.name })}>
      <header className={styles.head}>
        <div>
          <p className={styles.name}>{user.name}</p>
          <p>{formatRangeThere(starts_at, ends_at, time_zone)}</p>
        </div>
        <p className={styles.serial}>
          <span className="soft small">{t('questionSheet.serial')}</span>
          <span>{formatNumber(serial)}</span>
        </p>
      </header>
      <p className={styles.line}>
        {[support_type.name, t('questionSheet.with', { name: mentor.name }), place.name, formatReference(reference)].join(' · ')}
      </p>
      {appointment.interpreter_language && <p className={styles.line}>{formatInterpreterNeed(appointment)}</p>}
      {questions.length === 0 ? (
        <p className="soft">{t('questionSheet.none', { name: user.name })}</p>
      ) : (
        <ol className={styles.questions}>
          {questions.map((question, index) => (
            <li key={index}>
              <p>
                <bdi>{question}</bdi>
              </p>
              <div className={styles.lines} aria-hidden="true" />
            </li>
          ))}
        </ol>
      )}
      <div className={styles.notes}>
        <p className="soft small">{t('questionSheet.notes')}</p>
        <div className={styles.lines} aria-hidden="true" />
      </div>
    </section>
  )
}

interface PrintButtonProps {
  label?: string
  primary?: boolean
}

/** Prints the page; the print styles hide the menus. */
export const PrintButton = ({ label = t('questionSheet.print'), primary = false }: PrintButtonProps) => (
  <Button kind={primary ? 'primary' : 'quiet'} icon={<IconPrinter size={20} aria-hidden="true" />} onClick={() => window.print()}>
    {label}
  </Button>
)
