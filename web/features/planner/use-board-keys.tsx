import type { PlannerSession } from '#contract/planner.ts'
import { useState, type KeyboardEvent, type RefObject } from 'react'
import { t } from '../../lib/messages.ts'
import { singleKeysOn } from '../../lib/single-keys.ts'
import { formatDate } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import type { BoardProps } from './board-props.ts'
import { moveFocus, stepOf } from './board-focus.ts'
import styles from './board.module.css'
import { shift, stretch, targetOf, type Target } from './change-times.ts'
import { locate, measure, neighbour, snap, type Geometry } from './geometry.ts'
import { showGhost } from './ghost.ts'
import { formatMinuteRange } from './local-times.ts'
import { describeSession, isOver } from './lookup.ts'
import { useBoardRights } from './rights.ts'

interface Move {
  session: PlannerSession
  before: Target
  target: Target
  geometry: Geometry
}

/** The board, its scrolled content, the element that shows where a session would be, and the names of tracks. */
export interface BoardKeysProps extends BoardProps {
  content: RefObject<HTMLDivElement | null>
  ghost: RefObject<HTMLDivElement | null>
  nameOf: (trackId: string) => string
}

const usualLength = 180
const usualStart = 9 * 60

/**
 * The keys of the board: arrows from session to session, N for a new one, M to move and resize, and then Enter.
 */
export function useBoardKeys({ planner, layout, axis, lookup, onCreate, onChange, content, ghost, nameOf }: BoardKeysProps) {
  const { canCreate, canChange } = useBoardRights()
  const [move, setMove] = useState<Move>()
  const firstDate = layout.tracks[0]?.days[0]?.date ?? ''
  const usual = (trackId: string, date = firstDate): Target => ({ trackId, date, from: usualStart, to: usualStart + usualLength })
  /** The usual length from a clicked time on. */
  const usualAt = (cell: HTMLElement, x: number, y: number): Target => {
    const board = content.current
    const minute = board ? (locate(measure(board, axis, layout.hours), x, y)?.minute ?? usualStart) : usualStart
    const from = snap(minute - (minute % 30))
    return { trackId: cell.dataset.cell ?? '', date: cell.dataset.date ?? firstDate, from, to: from + usualLength }
  }

  const show = (next: Move | undefined) => {
    setMove(next)
    const last = next ?? move
    if (ghost.current && last) showGhost(ghost.current, last.geometry, next ? next.target : null, next ? nameOf(next.target.trackId) : '')
  }
  const start = (session: PlannerSession, trackId: string) => {
    if (!content.current) return
    if (!canChange(session)) return isOver(session) ? toast(t('planner.pastStays')) : undefined
    const target = targetOf(session, trackId)
    show({ session, before: target, target, geometry: measure(content.current, axis, layout.hours) })
  }
  const finish = () => {
    if (!move) return
    show(undefined)
    onChange(move.session, move.before, move.target)
  }
  const moveBy = (current: Move, event: KeyboardEvent): Target | null => {
    const { target, geometry } = current
    const step = stepOf(event.key, axis, geometry.isRtl)
    const day = { PageUp: -1, PageDown: 1 }[event.key]
    if (day !== undefined) return { ...target, date: neighbour(geometry.days, target.date, day) }
    if (!step) return null
    if (event.shiftKey) return stretch(target, step.along)
    return step.across === 0 ? shift(target, step.along) : { ...target, trackId: neighbour(geometry.tracks, target.trackId, step.across) }
  }

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return
    const stop = event.target.closest<HTMLElement>('[data-stop]')
    if (!stop || event.defaultPrevented) return
    const handled = move ? onMovingKey(move, event) : onIdleKey(stop, event)
    if (!handled) return
    event.preventDefault()
    event.stopPropagation()
  }
  const onMovingKey = (current: Move, event: KeyboardEvent): boolean => {
    if (event.key === 'Enter' || event.key === ' ') finish()
    else if (event.key === 'Escape') show(undefined)
    else {
      const target = moveBy(current, event)
      if (!target) return false
      show({ ...current, target })
    }
    return true
  }
  const onIdleKey = (stop: HTMLElement, event: KeyboardEvent<HTMLDivElement>): boolean => {
    const trackId = stop.closest<HTMLElement>('[data-track]')?.dataset.track ?? ''
    const session = planner.sessions.find(({ id }) => id === stop.dataset.session)
    const step = stepOf(event.key, axis, getComputedStyle(event.currentTarget).direction === 'rtl')
    if (step && !event.shiftKey) moveFocus(event.currentTarget, stop, axis, step)
    else if (!singleKeysOn()) return false
    else if (event.key.toLowerCase() === 'm' && session) start(session, trackId)
    else if (event.key.toLowerCase() === 'n' && canCreate())
      onCreate(usual(trackId, stop.closest<HTMLElement>('[data-date]')?.dataset.date))
    else return false
    return true
  }

  const bar = move && (
    <div className={`${styles.bar} no-print`}>
      <p>
        <span className="visually-hidden">{describeSession(move.session, lookup)} </span>
        <strong role="status">
          {t('planner.movingTo', {
            day: formatDate(move.target.date),
            times: formatMinuteRange(move.target.from, move.target.to),
            name: nameOf(move.target.trackId),
          })}
        </strong>{' '}
        <span className="soft">{t(axis === 'x' ? 'planner.moveKeysWeek' : 'planner.moveKeysDay')}</span>
      </p>
      <Button small kind="primary" onClick={finish}>
        {t('planner.review')}
      </Button>
      <Button small onClick={() => show(undefined)}>
        {t('ui.cancel')}
      </Button>
    </div>
  )
  return { onKeyDown, bar, usual, usualAt }
}
