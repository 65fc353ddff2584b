import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { stepRecord } from '../../lib/panel.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { singleKeysOn } from '../../lib/single-keys.ts'
import { openStaffPages, type StaffPage } from '../../lib/staff-pages.ts'
import { isPaletteOpen, openPalette } from '../palette/palette-state.ts'

/** After `g`: the page that the letter opens. */
const goKeys = new Map<string, string>([
  ['d', paths.admin()],
  ['t', paths.today()],
  ['s', paths.schedules()],
  ['p', paths.planner()],
  ['a', paths.absences()],
  ['l', paths.waitingList()],
  ['m', paths.messages()],
  ['u', paths.users()],
  ['r', paths.roles()],
  ['f', paths.feedbacks()],
  ['c', paths.contracts()],
  ['e', paths.settings()],
])

/** How long `g` waits for its letter. */
const goWaitMs = 1500

/** The letters of the pages that the user may open. */
export const goShortcuts = (): { key: string; page: StaffPage }[] => {
  const open = openStaffPages()
  return [...goKeys].flatMap(([key, to]) => open.filter(page => page.to === to).map(page => ({ key, page })))
}

/** Where a key is typed, or means something else. */
const takesKeys = 'input, textarea, select, [contenteditable], [popover], dialog'

const isTaken = ({ target }: KeyboardEvent): boolean =>
  isPaletteOpen() || document.querySelector('dialog[open]') !== null || (target instanceof Element && target.closest(takesKeys) !== null)

/** Whether the focused part of the page uses the letter itself: it lists its letters in `data-keys`. */
const isOwnKey = ({ target, key }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest<HTMLElement>('[data-keys]')?.dataset.keys?.split(' ').includes(key) === true

interface Actions {
  onHelp: () => void
  onNew: () => void
}

/** The shortcuts of the staff area that need no modifier key. */
export function useShortcuts({ onHelp, onNew }: Actions): void {
  const navigate = useNavigate()
  const run = useEffectEvent((key: string): boolean => {
    if (key === '?') onHelp()
    else if (key === '/') openPalette()
    else if (key === 'n') onNew()
    else if (key === 'j' || key === 'k') return stepRecord(key === 'j' ? 1 : -1)
    else if (key === 'b' && can('Appointment Create')) void navigate({ href: paths.book() })
    else return false
    return true
  })
  const go = useEffectEvent((key: string): boolean => {
    const page = goShortcuts().find(shortcut => shortcut.key === key)?.page
    if (page) void navigate({ href: page.to })
    return page !== undefined
  })
  useEffect(() => {
    let goUntil = 0
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return
      const isSecond = event.timeStamp < goUntil
      goUntil = 0
      // No shortcut is a named key such as ArrowDown; the rest asks the whole document.
      if (event.repeat || event.key.length > 1 || !singleKeysOn() || isTaken(event)) return
      if (!isSecond && event.key === 'g') goUntil = event.timeStamp + goWaitMs
      else if (!(isSecond ? go(event.key) : !isOwnKey(event) && run(event.key))) return
      event.preventDefault()
      // A row's own letters do not run after `g`.
      event.stopPropagation()
    }
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
}
