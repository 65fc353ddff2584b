import { IconAlertTriangle, IconCalendarEvent, IconCalendarOff, IconCircleCheck, IconLoader2 } from '@tabler/icons-react'
import type { LocalDate } from '#domain/time/local-date.ts'
import { t } from '../../lib/messages.ts'
import { formatDate, formatTimes } from '../../lib/time.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { timeChoicesOn, localTimeOn, type AmbiguousField } from './date-decisions.ts'
import { formatChoice, formatChosen } from './format-choice.ts'
import styles from './preview-panel.module.css'
import { formatClash } from './format-clash.ts'
import type { ScheduleValues } from './schedule-values.ts'
import { formatWarnings } from './plan-warnings.tsx'
import { isBlocked, type PreviewedSession } from './use-preview.ts'

/** One date of a plan, as far as it is known. */
export interface PreviewRow {
  date: LocalDate
  isSkipped: boolean
  /** The chosen instants of ambiguous times. */
  chosen: { field: AmbiguousField; moment: string }[]
  /** Undefined while the date is being checked. */
  session: PreviewedSession | undefined
  /** The public holiday on this date. */
  holiday: string | undefined
}

/** One date of a series, in the form's preview. */
export interface PreviewDateProps {
  row: PreviewRow
  values: ScheduleValues
  zone: string
  /** The usual number of seats; a different number is shown. */
  usualSeats: number
  /** Whether the series has another date. */
  canLeaveOut: boolean
  onSkip: (isSkipped: boolean) => void
  onChoose: (field: AmbiguousField, moment: string | undefined) => void
}

/** One date of the preview: the result or its problems, and the decisions. */
export function PreviewDate(props: PreviewDateProps) {
  const { row, zone, usualSeats } = props
  const { session, isSkipped } = row
  const { Icon, look } = markOf(row)
  const isFine = session && !isSkipped && !isBlocked(session)
  return (
    <li className={look} data-date={row.date} tabIndex={-1}>
      <Icon size={18} aria-hidden="true" />
      <div className={styles.what}>
        <span className={styles.date}>{formatDate(row.date)}</span> {isSkipped && <span className="soft">{t('preview.skipped')}</span>}
        {row.holiday && <span className={styles.why}>{t('preview.holiday', { name: row.holiday })}</span>}
        {isFine && session.starts_at && session.ends_at && (
          <span className={`soft ${styles.times}`}>
            {formatTimes(session.starts_at, session.ends_at, zone)}
            {session.seats !== usualSeats && ` · ${t('preview.seats', { seats: session.seats })}`}
          </span>
        )}
        {!isSkipped && !session && <span className="soft">{t('preview.checking')}</span>}
        {isFine && <span className="visually-hidden">{t('preview.fine')}</span>}
        {!isSkipped &&
          session &&
          sentencesOf(session, props).map(sentence => (
            <span key={sentence} className={styles.why}>
              {sentence}
            </span>
          ))}
        {!isSkipped && row.chosen.map(chosen => <Chosen key={chosen.field} {...chosen} {...props} />)}
        <Decisions {...props} />
      </div>
      {isFine && !row.holiday && props.canLeaveOut && (
        <IconButton className={styles.leaveOut} label={named(t('preview.leaveOut'), row.date)} onClick={() => props.onSkip(true)}>
          <IconCalendarOff size={18} aria-hidden="true" />
        </IconButton>
      )}
    </li>
  )
}

/** A button's label with its date, for screen readers. */
const named = (label: string, date: LocalDate) => t('preview.forDate', { label, date: formatDate(date) })

function markOf({ isSkipped, session, holiday }: PreviewRow) {
  if (isSkipped) return { Icon: IconCalendarOff, look: styles.skipped }
  if (!session) return { Icon: IconLoader2, look: styles.pending }
  if ((holiday || formatWarnings(session).length > 0) && !isBlocked(session)) return { Icon: IconCalendarEvent, look: styles.blocked }
  return isBlocked(session) ? { Icon: IconAlertTriangle, look: styles.blocked } : { Icon: IconCircleCheck, look: styles.fine }
}

function sentencesOf(session: PreviewedSession, { values }: PreviewDateProps): string[] {
  const { date, problem, field, clashes } = session
  const time = field ? localTimeOn(values, date, field).slice(11) : ''
  return [...(problem ? [t(`preview.problem.${problem}`, { time })] : []), ...new Set(clashes.map(formatClash)), ...formatWarnings(session)]
}

function Chosen({ field, moment, row, values, zone, onChoose }: PreviewDateProps & { field: AmbiguousField; moment: string }) {
  const choice = timeChoicesOn(values, row.date, field, zone).find(one => one.moment === moment)
  if (!choice) return null
  return (
    <span className={styles.chosen}>
      {formatChosen(choice, field, zone)}{' '}
      <Button kind="plain" small aria-label={named(t(`preview.undo.${field}`), row.date)} onClick={() => onChoose(field, undefined)}>
        {t('preview.undo')}
      </Button>
    </span>
  )
}

/** The buttons of a date that is blocked or left out. */
function Decisions({ row, values, zone, canLeaveOut, onSkip, onChoose }: PreviewDateProps) {
  const { date, isSkipped, session } = row
  if (isSkipped)
    return (
      <span className={styles.decisions}>
        <Decision label={t('preview.putBack')} date={date} onClick={() => onSkip(false)} />
      </span>
    )
  if (session && !isBlocked(session) && row.holiday && canLeaveOut)
    return (
      <span className={styles.decisions}>
        <Decision label={t('preview.leaveOut')} date={date} onClick={() => onSkip(true)} />
      </span>
    )
  if (!session || !isBlocked(session)) return null
  const { field, choices } = session
  const offered = field ? timeChoicesOn(values, date, field, zone).filter(({ moment }) => choices.includes(moment)) : []
  if (offered.length === 0 && !canLeaveOut) return null
  return (
    <span className={styles.decisions}>
      {field &&
        offered.map(choice => (
          <Decision
            key={choice.moment}
            label={formatChoice(choice, field, zone)}
            date={date}
            onClick={() => onChoose(field, choice.moment)}
          />
        ))}
      {canLeaveOut && <Decision label={t('preview.leaveOut')} date={date} onClick={() => onSkip(true)} />}
    </span>
  )
}

const Decision = ({ label, date, onClick }: { label: string; date: LocalDate; onClick: () => void }) => (
  <Button small aria-label={named(label, date)} onClick={onClick}>
    {label}
  </Button>
)
