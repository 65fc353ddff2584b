import { memo, type CSSProperties } from 'react'
import { t } from '../../lib/messages.ts'
import { formatDate } from '../../lib/time.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { BoardBlock } from './board-block.tsx'
import styles from './board.module.css'
import type { Shade, Track, TrackBy, TrackDay } from './layout-board.ts'
import type { Axis } from './geometry.ts'
import { formatMinuteRange, minutesPerDay } from './local-times.ts'
import type { Lookup } from './lookup.ts'
import { useBoardRights } from './rights.ts'

interface BoardTrackProps {
  track: Track
  axis: Axis
  by: TrackBy
  lookup: Lookup
  shown: ReadonlySet<string>
  today: string
}

/** The sessions of one mentor or place by day; to a screen reader, a heading with lists. */
export const BoardTrack = memo(function BoardTrack({ track, axis, by, lookup, shown, today }: BoardTrackProps) {
  const { canCreate } = useBoardRights()
  const id = `track-${track.id}`
  return (
    <div
      role="group"
      aria-labelledby={id}
      className={styles.track}
      data-track={track.id}
      data-keys={canCreate() ? 'm n' : 'm'}
      data-tall={track.lanes > 1 || undefined}
      style={{ '--lanes': track.lanes } as CSSProperties}
    >
      <div className={styles.trackHead} aria-current={by === 'day' && track.id === today ? 'date' : undefined}>
        {by === 'mentor' && <Avatar name={track.name} photo={track.photo} size="small" />}
        <h3 id={id}>{track.name}</h3>
        {canCreate() && (
          <button
            type="button"
            tabIndex={-1}
            className={styles.add}
            data-stop
            data-add
            aria-label={t('planner.addFor', { name: track.name })}
            title={t('planner.addFor', { name: track.name })}
          >
            +
          </button>
        )}
      </div>
      {track.days.map(day => (
        <div key={day.date} className={styles.cell} data-cell={track.id} data-date={day.date} data-today={day.date === today || undefined}>
          {day.shades.map(shade => (
            <ShadeMark key={`${shade.kind} ${shade.from}`} shade={shade} date={day.date} />
          ))}
          {day.blocks.length > 0 && <Blocks day={day} axis={axis} by={by} lookup={lookup} shown={shown} />}
        </div>
      ))}
    </div>
  )
})

const Blocks = ({ day, lookup, shown, ...props }: { day: TrackDay } & Omit<BoardTrackProps, 'track' | 'today'>) => (
  <ul aria-label={lookup.dayOf(day.date)}>
    {day.blocks.map(block => (
      <BoardBlock key={block.session.id} block={block} lanes={day.lanes} lookup={lookup} isShown={shown.has(block.session.id)} {...props} />
    ))}
  </ul>
)

/** An absence, a busy time or a closed day behind the sessions. */
function ShadeMark({ shade: { kind, from, to, reason }, date }: { shade: Shade; date: string }) {
  const isWhole = from === 0 && to === minutesPerDay
  const what = kind === 'closed' ? (reason ? t('week.closedFor', { reason }) : t('week.closed')) : t(`planner.${kind}`)
  const text = isWhole ? what : t('planner.shadeAt', { what, times: formatMinuteRange(from, to) })
  return (
    <p className={`${styles.shade} ${styles[kind]}`} style={{ '--from': from, '--to': to } as CSSProperties} title={text}>
      <span className="visually-hidden">{t('planner.onDay', { day: formatDate(date) })} </span>
      <span>{text}</span>
    </p>
  )
}
