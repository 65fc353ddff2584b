import type { PageAddress } from '#contract/pages.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { startTransition, useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { whenIdle } from '../lib/when-idle.ts'
import { Link } from './link.tsx'
import styles from './menu.module.css'

/** Links under one heading; `keys` is the shortcut, as it is shown. */
export interface MenuGroup {
  title?: string
  items: readonly { to: PageAddress; label: string; keys?: string | undefined }[]
}

interface MenuProps {
  label: string
  icon?: ReactNode
  /**
   * `entry` looks like the header's links and opens a wide panel, `button` like a button that loses its word on a
   * phone.
   */
  look: 'entry' | 'button'
  groups: readonly MenuGroup[]
  /** The shown page is in the menu. */
  current?: boolean
  /** Further items below the groups, each a button. */
  children?: ReactNode
  opener?: Ref<HTMLButtonElement>
}

/**
 * Links behind a button. A popover: the browser opens it, closes it on Escape or an outside click, and returns the
 * focus. Its entries are links, so it is a disclosure and not an ARIA menu; the arrow keys move through them too.
 */
export function Menu({ label, icon, look, groups, current, children, opener }: MenuProps) {
  const popover = useRef<HTMLDivElement>(null)
  const path = useRouterState({ select: state => state.location.pathname })
  const id = useId()
  // Dozens of links that few visits open: made after the page, and before the menu opens.
  const [isNeeded, setIsNeeded] = useState(false)
  const prepare = () => setIsNeeded(true)
  useEffect(() => whenIdle(() => startTransition(() => setIsNeeded(true))), [])
  const moveFocus = (event: KeyboardEvent) => {
    const items = [...(popover.current?.querySelectorAll<HTMLElement>('a, button') ?? [])]
    const at = items.indexOf(document.activeElement as HTMLElement)
    const next = { ArrowDown: at + 1, ArrowUp: at < 0 ? items.length - 1 : at - 1, Home: 0, End: items.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    items.at(next % items.length)?.focus()
  }
  return (
    <div
      className={styles.menu}
      onBlur={({ currentTarget, relatedTarget }) =>
        relatedTarget && !currentTarget.contains(relatedTarget) && popover.current?.hidePopover()
      }
    >
      <button
        ref={opener}
        type="button"
        className={look === 'entry' ? styles.entry : styles.button}
        popoverTarget={id}
        aria-label={label}
        data-current={current || undefined}
        onPointerEnter={prepare}
        onFocus={prepare}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown') return
          popover.current?.showPopover()
          moveFocus(event)
        }}
      >
        {icon}
        <span className={styles.word}>{label}</span>
        <IconChevronDown size={16} aria-hidden="true" />
      </button>
      {/* The key closes the popover when the page changes. */}
      <div
        key={path}
        ref={popover}
        id={id}
        popover="auto"
        role="group"
        aria-label={label}
        className={`${styles.popup} ${look === 'entry' ? styles.wide : styles.narrow}`}
        onKeyDown={moveFocus}
        onBeforeToggle={prepare}
        onToggle={({ newState, currentTarget }) => {
          // The event comes late: an arrow key may have moved the focus into the list already.
          if (newState === 'open' && !currentTarget.contains(document.activeElement)) currentTarget.querySelector('a')?.focus()
        }}
      >
        <div className={styles.groups}>
          {isNeeded && groups.map(group => <Group key={group.title ?? ''} {...group} onChoose={() => popover.current?.hidePopover()} />)}
        </div>
        {children && <div className={styles.below}>{children}</div>}
      </div>
    </div>
  )
}

function Group({ title, items, onChoose }: MenuGroup & { onChoose: () => void }) {
  const id = useId()
  return (
    <div {...(title && { role: 'group', 'aria-labelledby': id })}>
      {title && (
        <p id={id} className={styles.title}>
          {title}
        </p>
      )}
      <ul>
        {items.map(({ to, label, keys }) => (
          <li key={to}>
            <Link
              to={to}
              current="view"
              among={items.map(item => item.to)}
              className={styles.item}
              aria-keyshortcuts={keys}
              onClick={onChoose}
            >
              {label}
              {keys && (
                <kbd className={styles.keys} aria-hidden="true">
                  {keys}
                </kbd>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** An item below the groups: a button; with `pressed` one that is on or off. */
export const MenuAction = ({ pressed, onPress, children }: { pressed?: boolean; onPress: () => void; children: ReactNode }) => (
  <button type="button" aria-pressed={pressed} className={styles.item} onClick={onPress}>
    {children}
  </button>
)
