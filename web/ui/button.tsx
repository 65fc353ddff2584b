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

const secondTapMs = 500
const secondTapPx = 24

let isSecondTap = false
let last = { timeStamp: -secondTapMs, clientX: 0, clientY: 0 } as globalThis.MouseEvent
const note = (event: globalThis.MouseEvent) => {
  const { detail, timeStamp, clientX, clientY } = event
  isSecondTap =
    detail > 1 ||
    // iOS counts every tap as a first one.
    (detail === 1 &&
      (event as PointerEvent).pointerType !== 'mouse' &&
      timeStamp - last.timeStamp < secondTapMs &&
      Math.hypot(clientX - last.clientX, clientY - last.clientY) < secondTapPx)
  last = event
}
globalThis.document?.addEventListener('click', note, true)

type ButtonProps = ButtonStyle & ButtonHTMLAttributes<HTMLButtonElement> & { busy?: boolean; ref?: Ref<HTMLButtonElement> }

/**
 * A button. While `busy` it keeps its size and focus and ignores clicks. One that acts ignores the second click of a
 * double click, which may have begun on what was there before it.
 */
export function Button({ kind, small, wide, icon, busy, className, children, onClick, type = 'button', ...rest }: ButtonProps) {
  const acts = type === 'submit' || kind === 'primary' || kind === 'danger'
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ kind, small, wide }, className)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={event => (busy || (acts && isSecondTap) ? event.preventDefault() : onClick?.(event))}
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
