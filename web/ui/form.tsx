import { useEffect, useRef, type FormEvent, type ReactNode } from 'react'
import styles from './form.module.css'
import { Notice } from './notice.tsx'

interface FormProps {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** What went wrong beyond single fields (`form.problem`). */
  problem?: string | undefined
  /** It has taken the place of another step: its first field takes the focus. */
  takesFocus?: boolean
  children: ReactNode
}

/** Fields below each other, and above the buttons what the server said about the whole. */
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

/** The buttons that end a form: the one that sends first. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
