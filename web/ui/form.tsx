import { use, useEffect, useRef, type FormEvent, type ReactNode } from 'react'
import { DialogGuardContext } from './dialog-guard.ts'
import styles from './form.module.css'
import { Notice } from './notice.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'

/** What a form takes of `useForm`. */
export interface FormState {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** An error that belongs to no single field. */
  problem: string | undefined
  isDirty: () => boolean
}

interface FormProps {
  form: FormState
  /** Asks before navigation discards unsaved input; a form in a dialog or a guarded part always asks. */
  asks?: boolean
  /** The address parameters that show the form (see UnsavedGuard). */
  param?: string | readonly string[] | undefined
  /** The form replaces another step: its first field takes the focus. */
  takesFocus?: boolean
  children: ReactNode
}

/** A form with its fields in a column and the error of the whole form above the buttons. */
export function Form({ form, asks = false, param, takesFocus = false, children }: FormProps) {
  const element = useRef<HTMLFormElement>(null)
  const isGuarded = use(DialogGuardContext) !== null
  // Half a date is typed, but not in the values.
  const isDirty = () => form.isDirty() || element.current?.querySelector('[data-unread]') != null
  useEffect(() => {
    if (takesFocus) element.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  }, [takesFocus])
  return (
    <>
      {(asks || isGuarded) && <UnsavedGuard isDirty={isDirty} param={param} />}
      <form ref={element} className={styles.form} onSubmit={form.onSubmit} noValidate>
        {form.problem && (
          <Notice kind="error" alert>
            {form.problem}
          </Notice>
        )}
        {children}
      </form>
    </>
  )
}

/** The buttons of a form, submit first. */
export function FormActions({ sticky = false, children }: { sticky?: boolean; children: ReactNode }) {
  return <div className={sticky ? `${styles.actions} ${styles.sticky}` : styles.actions}>{children}</div>
}
