import type { PageAddress } from '#contract/pages.ts'
import { IconArrowsMaximize, IconX } from '@tabler/icons-react'
import { RouterProvider, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { recordLinks, takeStaysOnList, useOpenPanel } from '../lib/panel.ts'
import { usePanelPlace } from '../lib/panel-place.ts'
import { t } from '../lib/messages.ts'
import { subscribeSession } from '../lib/session.ts'
import { useRootMark } from '../lib/use-root-mark.ts'
import { IconButton } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { PanelContext } from '../ui/panel-context.ts'
import { panelHistory } from './panel-history.ts'
import { makePanelRouter } from './panel-router.ts'
import styles from './side-panel.module.css'

/** Where a key is typed, or closes something else. */
const keeps = 'input, textarea, select, [contenteditable]'
const isOpenAbove = () => document.querySelector('dialog[open], [popover]:popover-open') !== null

/**
 * One record next to the list or calendar that it was opened from: the same page as in the window, with an address
 * of its own.
 */
export default function SidePanel({ record }: { record: string }) {
  const outer = useRouter()
  const { close } = useOpenPanel()
  const place = usePanelPlace()
  const panel = useRef<HTMLElement>(null)
  useRootMark('panelOpen')
  const [history] = useState(() => panelHistory(outer.history))
  const [router] = useState(() => makePanelRouter(history))
  const opener = useRef(record)
  const cameFrom = useRef<EventTarget>(null)
  const [context] = useState(() => {
    // A visit that begins with a panel leaves the focus where it is.
    let begins = document.activeElement === document.body
    const takesFocus = () => {
      const stays = takeStaysOnList() || begins
      begins = false
      return !stays
    }
    return { takesFocus }
  })

  useEffect(() => history.destroy, [history])
  // A role that ended closes the page here as well.
  useEffect(() => subscribeSession(() => void router.invalidate()), [router])
  useEffect(() => {
    if (recordLinks().some(link => link.getAttribute('href') === record)) opener.current = record
    panel.current?.scrollTo(0, 0)
  }, [record])

  useEffect(
    () => () => {
      // After the list has its place again.
      const before = cameFrom.current
      const back =
        recordLinks().find(link => link.getAttribute('href') === opener.current) ??
        (before instanceof HTMLElement && before.isConnected ? before : document.getElementById('content'))
      if (!document.activeElement || document.activeElement === document.body) back?.focus({ preventScroll: true })
    },
    [],
  )

  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isOpenAbove()) return
    if (event.target instanceof Element && event.target.closest(keeps)) return
    close()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onEscape(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  // Within the frame, next to the page.
  if (!place) return null
  return createPortal(
    <aside
      ref={panel}
      className={`${styles.panel} no-print`}
      aria-label={t('panel.label')}
      data-side-panel=""
      onFocus={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget
      }}
    >
      <div className={styles.bar}>
        <Link to={record as PageAddress} className={styles.full}>
          <IconArrowsMaximize size={18} aria-hidden="true" />
          {t('panel.fullPage')}
        </Link>
        <IconButton label={t('panel.close')} onClick={close}>
          <IconX size={20} aria-hidden="true" />
        </IconButton>
      </div>
      <PanelContext value={context}>
        <RouterProvider router={router as never} />
      </PanelContext>
    </aside>,
    place,
  )
}
