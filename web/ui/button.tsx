import type { PageAddress } from '#contract/pages.ts'
import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import styles from './button.module.css'
import { Link } from './link.tsx'

/**
 * `primary`: the next step, once per view. `quiet`: other actions. `plain`: looks like text. `danger`:
 * cannot be undone.
 */
export type ButtonKind = 'primary' | 'quiet' | 'plain' | 'danger'

interface ButtonStyle {
  kind?: ButtonKind
  small?: boolean
  wide?: boolean
  icon?: ReactNode
}

const buttonClass = ({ kind = 'quiet', small, wide }: ButtonStyle, more?: string) =>
  [styles.button, styles[kind], small && styles.small, wide && styles.wide, more].filter(Boolean).join(' ')

type ButtonProps = ButtonStyle & ButtonHTMLAttributes<HTMLButtonElement> & { busy?: boolean; ref?: Ref<HTMLButtonElement> }

/** A button. While `busy` it keeps its size and focus and ignores clicks. */
export function Button({ kind, small, wide, icon, busy, className, children, onClick, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ kind, small, wide }, className)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? event => event.preventDefault() : onClick}
    >
      {busy ? <span className={styles.spinner} aria-hidden="true" /> : icon}
      {children}
    </button>
  )
}

/**
 * A link that looks like a button. `label` is its accessible name if the text alone is ambiguous. `newWindow`:
 * from a frame.
 */
export function ButtonLink({
  to,
  kind,
  small,
  wide,
  icon,
  label,
  newWindow,
  onClick,
  children,
}: ButtonStyle & {
  to: PageAddress
  label?: string
  newWindow?: boolean
  onClick?: (event: MouseEvent<HTMLAnchorElement>) => void
  children: ReactNode
}) {
  return (
    <Link
      to={to}
      className={buttonClass({ kind, small, wide })}
      aria-label={label}
      onClick={onClick}
      {...(newWindow && { target: '_blank', rel: 'noopener' })}
    >
      {icon}
      {children}
    </Link>
  )
}

/** A square icon button. The label is its accessible name and tooltip. */
export function IconButton({ label, children, className, ...rest }: ButtonHTMLAttributes<HTMLButtonElement> & { label: string }) {
  return (
    <button type="button" {...rest} className={[styles.icon, className].filter(Boolean).join(' ')} aria-label={label} title={label}>
      {children}
    </button>
  )
}
