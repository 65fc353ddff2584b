import { useRef } from 'react'
import { t } from '../../lib/messages.ts'
import { session } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx'
import type { KeptResult } from './kept-results.ts'
import styles from './reassigning.module.css'
import { Result } from './result.tsx'

interface ResultsProps {
  results: readonly KeptResult[]
  /** Appointments that are still affected: kept as they were, or booked since. */
  open: number
  /** Shows the decisions about those. */
  onResume: () => void
}

/** What was confirmed about a subject in this tab, newest first. Until it is printed, leaving the phone list asks. */
export function Results({ results, open, onResume }: ResultsProps) {
  const isPrinted = useRef(false)
  const toPhone = results.flatMap(({ answer }) => answer.outcomes).filter(({ phone }) => phone !== null)
  const print = () => {
    isPrinted.current = true
    globalThis.print()
  }
  return (
    <div className={styles.result}>
      <UnsavedGuard
        // A logout takes the list away in any case.
        isDirty={() => toPhone.length > 0 && !isPrinted.current && session() !== null}
        question={{
          title: t('reassigned.leaveTitle'),
          text: t('reassigned.leaveText', { count: toPhone.length }),
          leave: t('reassigned.leave'),
          stay: t('reassigned.stay'),
        }}
      />
      {results.map((result, index) => (
        <Result key={results.length - index} {...result} isNewest={index === 0} onPrint={print} />
      ))}
      {open > 0 && (
        <div className={`${styles.actions} no-print`}>
          <p>{t('reassign.count', { count: open })}</p>
          <Button onClick={onResume}>{t('reassign.title')}</Button>
        </div>
      )}
    </div>
  )
}
