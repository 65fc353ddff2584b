import { localDateOf } from '#domain/time/local-date.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { useEffect, useMemo, useRef, type CSSProperties } from 'react'
import { t } from '../../lib/messages.ts'
import { localTimeAt } from '../../lib/time.ts'
import { useNow } from '../../lib/use-now.ts'
import { BoardHead } from './board-head.tsx'
import type { BoardProps } from './board-props.ts'
import { keepOneStop } from './board-focus.ts'
import { BoardTrack } from './board-track.tsx'
import styles from './board.module.css'
import type { Board as Layout } from './layout-board.ts'
import { minuteOf } from './local-times.ts'
import { useBoardRights } from './rights.ts'
import { useBoardKeys } from './use-board-keys.tsx'
import { useBoardPointer } from './use-board-pointer.ts'

/** The calendar of a week or a day on one axis, for pointers and keys. */
export function Board(props: BoardProps) {
  const { planner, layout, axis, by, lookup, shown, onOpen, onCreate, onCopyDay, holidayOf } = props
  const content = useRef<HTMLDivElement>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const { hours, tracks, minMinutes } = layout
  const days = useMemo(() => tracks[0]?.days.map(({ date }) => date) ?? [], [tracks])
  const today = localDateOf(Temporal.Now.instant(), planner.time_zone)
  // By day, each track has its own: the line crosses the whole week.
  const nowDay = by === 'day' ? (tracks.some(({ id }) => id === today) ? 0 : -1) : days.indexOf(today)
  const { canCreate, pageOf } = useBoardRights()
  const creates = canCreate()
  const nameOf = (id: string) => tracks.find(track => track.id === id)?.name ?? ''
  const keys = useBoardKeys({ ...props, content, ghost, nameOf })
  const onPointerDown = useBoardPointer({ ...props, content, ghost, nameOf })

  useEffect(() => {
    if (content.current && layout.tracks.length > 0) keepOneStop(content.current)
  }, [layout])
  useEffect(() => {
    if (content.current && axis === 'x') showToday(content.current)
  }, [axis])
  // As soon as the board has them, and again where a moved session is another element.
  const lastShown = useRef(shown)
  const lastFocused = useRef<string>(undefined)
  useEffect(() => {
    const isNew = lastShown.current !== shown
    const isLost = document.activeElement === document.body
    const first = isNew || isLost ? content.current?.querySelector<HTMLElement>('[data-shown]') : null
    if (!first || !(isNew || (isLost && lastFocused.current === first.dataset.session))) return
    lastShown.current = shown
    first.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    if (!isLost && !content.current?.contains(document.activeElement)) return
    lastFocused.current = first.dataset.session
    first.focus({ preventScroll: true })
  })

  const onClick = (event: React.MouseEvent<HTMLDivElement>) => {
    if (!(event.target instanceof Element)) return
    const id = event.target.closest<HTMLElement>('[data-session]')?.dataset.session
    if (id) return pageOf ? undefined : onOpen(id)
    const trackId = event.target.closest<HTMLElement>('[data-track]')?.dataset.track
    if (trackId && event.target.closest('[data-add]')) return onCreate(keys.usual(trackId))
    const cell = event.target.closest<HTMLElement>('[data-cell]')
    if (cell && creates && event.target === cell) onCreate(keys.usualAt(cell, event.clientX, event.clientY))
  }
  return (
    <div className={styles.room}>
      <div className={`${styles.frame} no-print`} data-scrolls>
        <div
          ref={content}
          role="presentation"
          className={styles.board}
          data-axis={axis}
          data-creates={creates || undefined}
          style={
            { '--days': days.length, '--hours': hours.to - hours.from, '--first': hours.from, '--min': minMinutes / 60 } as CSSProperties
          }
          onPointerDown={onPointerDown}
          onClick={onClick}
          onKeyDown={keys.onKeyDown}
          onFocus={event => event.target.dataset.stop !== undefined && keepOneStop(event.currentTarget, event.target)}
        >
          <BoardHead days={days} hours={hours} axis={axis} today={today} holidayOf={holidayOf} onCopy={creates ? onCopyDay : undefined} />
          {/* Before the rows, which are painted over it. */}
          <NowLine day={nowDay} zone={planner.time_zone} hours={hours} />
          {tracks.map(track => (
            <BoardTrack key={track.id} track={track} axis={axis} by={by} lookup={lookup} shown={shown} today={today} />
          ))}
          <div ref={ghost} className={styles.ghost} hidden aria-hidden="true" />
        </div>
      </div>
      {keys.bar}
      {creates && <p className={`${styles.touchHint} no-print`}>{t('planner.touchHint')}</p>}
      <p className="visually-hidden">{t('planner.keys')}</p>
    </div>
  )
}

/** Scrolls a week to today: what is over is seldom planned. */
function showToday(board: HTMLElement): void {
  const frame = board.closest<HTMLElement>('[data-scrolls]')
  const [head, cell] = [board.querySelector('[data-track] > :first-child'), board.querySelector('[data-today]')]
  if (!frame || !head || !cell) return
  const [names, today] = [head.getBoundingClientRect(), cell.getBoundingClientRect()]
  const isRtl = getComputedStyle(board).direction === 'rtl'
  frame.scrollBy({ left: isRtl ? today.right - names.left : today.left - names.right, behavior: 'instant' })
}

/** The line of the current time on the organisation's clock. */
function NowLine({ day, zone, hours }: { day: number; zone: string; hours: Layout['hours'] }) {
  const at = minuteOf(`2026-01-01T${localTimeAt(new Date(useNow()).toISOString(), zone)}`)
  if (day < 0 || at < hours.from * 60 || at > hours.to * 60) return null
  return <div className={styles.now} style={{ '--day': day, '--at': at } as CSSProperties} aria-hidden="true" />
}
