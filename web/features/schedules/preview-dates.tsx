import { useEffect, useRef, useState } from 'react'
import type { LocalDate } from '#domain/time/local-date.ts'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { formatWarnings } from './plan-warnings.tsx'
import { PreviewDate, type PreviewDateProps, type PreviewRow } from './preview-date.tsx'
import styles from './preview-panel.module.css'
import type { DecisionActions } from './use-date-decisions.ts'
import { isBlocked } from './use-preview.ts'

const maxCollapsed = 10

interface PreviewDatesProps extends Pick<PreviewDateProps, 'values' | 'zone' | 'usualSeats'> {
  rows: PreviewRow[]
  isSeries: boolean
  decide: DecisionActions
}

/**
 * The dates of a plan. A long series shows the first ones and those with a problem or a decision, until
 * all are requested.
 */
export function PreviewDates({ rows, isSeries, decide, ...shared }: PreviewDatesProps) {
  const [all, setAll] = useState(false)
  const { list, follow } = useFocusOnRow()
  const shown = all ? rows : rows.filter((row, index) => index < maxCollapsed || isNotable(row))
  const kept = rows.filter(({ isSkipped }) => !isSkipped).length
  return (
    <>
      <ol ref={list} className={styles.dates} aria-label={t('preview.sessions', { count: kept })}>
        {shown.map(row => (
          <PreviewDate
            key={row.date}
            {...shared}
            row={row}
            canLeaveOut={isSeries && kept > 1}
            onSkip={isSkipped => {
              follow(row.date)
              if (isSkipped) decide.leaveOut([row.date])
              else decide.putBack([row.date])
            }}
            onChoose={(field, moment) => {
              follow(row.date)
              decide.choose(row.date, field, moment)
            }}
          />
        ))}
      </ol>
      {shown.length < rows.length && (
        <Button kind="plain" small onClick={() => setAll(true)}>
          {t('preview.showAll', { count: rows.length })}
        </Button>
      )}
    </>
  )
}

const isNotable = ({ isSkipped, chosen, session, holiday }: PreviewRow) =>
  isSkipped ||
  holiday !== undefined ||
  chosen.length > 0 ||
  (session !== undefined && (isBlocked(session) || formatWarnings(session).length > 0))

/** The clicked button disappears: the focus stays in its row, on the button that undoes the decision. */
function useFocusOnRow() {
  const list = useRef<HTMLOListElement>(null)
  const decided = useRef<LocalDate | null>(null)
  useEffect(() => {
    if (decided.current === null) return
    const row = list.current?.querySelector<HTMLElement>(`[data-date="${decided.current}"]`)
    decided.current = null
    ;(row?.querySelector('button') ?? row)?.focus()
  })
  return { list, follow: (date: LocalDate) => void (decided.current = date) }
}
