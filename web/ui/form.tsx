import { useEffect, useRef, type FormEvent, type ReactNode } from 'react'
import styles from './form.module.css'
import { Notice } from './notice.tsx'

interface FormProps {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** An error that belongs to no single field (`form.problem`). */
  problem?: string | undefined
  /** The form replaces another step: its first field takes the focus. */
  takesFocus?: boolean
  children: ReactNode
}

/** A form with its fields in a column and the error of the whole form above the buttons. */
export function Form({ onSubmit, problem, takesFocus = false, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (takesFocus) form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  }, [takesFocus])
  return (
    <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
      {problem && (
        <Notice kind="error" alert>
          {problem}
        </Notice>
      )}
      {children}
    </form>
  )
}

/** The buttons of a form, submit first. */
export function FormActions({ sticky = false, children }: { sticky?: boolean; children: ReactNode }) {
  return <div className={sticky ? `${styles.actions} ${styles.sticky}` : styles.actions}>{children}</div>
}
