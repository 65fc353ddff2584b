import type { CSSProperties } from 'react'
import { t } from '../../lib/messages.ts'
import styles from './board-block.module.css'
import type { Block, BoardBy } from './layout-board.ts'
import { clockOf } from './local-times.ts'
import { canChange, describeSession, isOver, type Lookup } from './lookup.ts'

interface BoardBlockProps {
  block: Block
  /** The lanes of its day. */
  lanes: number
  by: BoardBy
  lookup: Lookup
  isShown: boolean
}

/** In a week, shorter blocks show only their start. */
const minMinutesForEnd = 170

/** One session on the board: its place and size are its time. Pressing it opens its details. */
export function BoardBlock({ block: { session, from, to, lane }, lanes, by, lookup, isShown }: BoardBlockProps) {
  const changes = canChange(session)
  const look = [
    styles.block,
    to - from < minMinutesForEnd && styles.short,
    session.status === 'draft' && styles.draft,
    isOver(session) && styles.over,
    isShown && styles.shown,
    changes && styles.movable,
  ]
  const { total, taken } = session.seats
  const style = {
    ...lookup.colourOf(session),
    '--from': from,
    '--length': to - from,
    '--lane': lane,
    '--lanes': lanes,
    '--taken': total > 0 ? `${Math.min(1, taken / total) * 100}%` : '0%',
  } as CSSProperties
  const zone = lookup.zoneOf(session)
  return (
    <li className={look.filter(Boolean).join(' ')} style={style}>
      <button
        type="button"
        tabIndex={-1}
        data-stop
        data-session={session.id}
        data-shown={isShown || undefined}
        aria-label={describeSession(session, lookup)}
        aria-keyshortcuts={changes ? 'M' : undefined}
      >
        <span className={styles.times}>
          {clockOf(session.starts_local)}
          <span className={styles.end}>–{clockOf(session.ends_local)}</span>
        </span>
        <span className={styles.name}>{lookup.typeOf(session)}</span>
        <span className={styles.second}>
          {session.status === 'draft' && <strong className={styles.state}>{t('schedules.draft')} · </strong>}
          {by === 'mentor' ? lookup.placeOf(session) : lookup.mentorsOf(session)}
          {zone && ` · ${zone}`}
        </span>
      </button>
      <span className={styles.span} aria-hidden="true" />
      {changes && <span className={styles.resize} data-resize={session.id} aria-hidden="true" />}
    </li>
  )
}
