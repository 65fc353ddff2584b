import type { ComponentProps, MouseEvent } from 'react'
import { useIsInPanel, useOpenPanel } from '../lib/panel.ts'
import { isPlainClick, Link } from './link.tsx'
import { usePanel } from './panel-context.ts'

type RecordLinkProps = Omit<ComponentProps<typeof Link>, 'current' | 'among'>

/**
 * A link of a list to one of its records: opens it next to the list, where there is room; with Ctrl or ⌘, or the
 * middle button, in a tab of its own. A click anywhere on the row and J and K use it too.
 */
export function RecordLink({ to, onClick, ...rest }: RecordLinkProps) {
  const isShown = useIsInPanel(to)
  const { open } = useOpenPanel()
  const panel = usePanel()
  return (
    <Link
      {...rest}
      to={to}
      data-record=""
      {...(isShown && { 'aria-current': 'true' })}
      onClick={event => {
        onClick?.(event)
        // Inside a panel, links lead on within it.
        if (!event.defaultPrevented && !panel && isPlainClick(event) && open(to)) event.preventDefault()
      }}
    />
  )
}

/** What a click on means something else than opening the row. */
const controls = 'a, button, input, select, textarea, label, summary, [role="button"], dialog, [popover]'

/** Opens a row's record from a click anywhere on it: not on a control, and not where text was selected. */
export function openRecordOf(event: MouseEvent<HTMLElement>): void {
  if (event.defaultPrevented || !(event.target instanceof Element) || event.target.closest(controls)) return
  if (getSelection()?.isCollapsed === false) return
  const link = event.currentTarget.querySelector<HTMLAnchorElement>('a[data-record]')
  link?.focus({ preventScroll: true })
  // With the keys that were held, so that Ctrl opens a tab here too.
  const { ctrlKey, metaKey, shiftKey } = event
  link?.dispatchEvent(new globalThis.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }))
}
