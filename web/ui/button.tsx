import type { PageAddress } from '#contract/pages.ts'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './button.module.css'
import { Link } from './link.tsx'

/** `primary` once a view, for the next step; `quiet` beside it; `plain` for text-like actions; `danger` for what cannot be undone. */
export type ButtonKind = 'primary' | 'quiet' | 'plain' | 'danger'

interface Look {
  kind?: ButtonKind
  small?: boolean
  wide?: boolean
  icon?: ReactNode
}

const look = ({ kind = 'quiet', small, wide }: Look, more?: string) =>
  [styles.button, styles[kind], small && styles.small, wide && styles.wide, more].filter(Boolean).join(' ')

type ButtonProps = Look & ButtonHTMLAttributes<HTMLButtonElement> & { busy?: boolean }

/** A button; while `busy` it keeps its size and focus and does nothing. */
export function Button({ kind, small, wide, icon, busy, className, children, onClick, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={look({ kind, small, wide }, className)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? event => event.preventDefault() : onClick}
    >
      {busy ? <span className={styles.spinner} aria-hidden="true" /> : icon}
      {children}
    </button>
  )
}

/** A link that looks like a button; `label` names it where its words alone do not say of what. */
export function ButtonLink({
  to,
  kind,
  small,
  wide,
  icon,
  label,
  children,
}: Look & { to: PageAddress; label?: string; children: ReactNode }) {
  return (
    <Link to={to} className={look({ kind, small, wide })} aria-label={label}>
      {icon}
      {children}
    </Link>
  )
}

/** A square button with an icon only; the label is its name and tooltip. */
export function IconButton({ label, children, className, ...rest }: ButtonHTMLAttributes<HTMLButtonElement> & { label: string }) {
  return (
    <button type="button" {...rest} className={[styles.icon, className].filter(Boolean).join(' ')} aria-label={label} title={label}>
      {children}
    </button>
  )
}
