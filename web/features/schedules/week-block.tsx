import type { PageAddress } from '#contract/pages.ts'
import type { Schedule } from '#contract/schedules.ts'
import type { CSSProperties } from 'react'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { formatTime } from '../../lib/time.ts'
import { readableColourStyle } from '../../ui/colour-contrast.ts'
import { Link } from '../../ui/link.tsx'
import { Occupancy } from './occupancy.tsx'
import styles from './week-block.module.css'
import type { Block, WeekBy } from './week-layout.ts'

interface WeekBlockProps {
  block: Block
  hours: { from: number; to: number }
  by: WeekBy
}

/** One session in the week; its height is its length. Links to its appointments or, for a draft, to its form. */
export function WeekBlock({ block, hours, by }: WeekBlockProps) {
  const { schedule } = block
  const dim = schedule.status === 'cancelled' || schedule.availability === 'past'
  const look = [styles.block, schedule.status === 'draft' && styles.draft, dim && styles.dim].filter(Boolean).join(' ')
  const style = { ...readableColourStyle(schedule.support_type.colour), ...positionOf(block, hours) }
  const content = <Content block={block} by={by} />
  const to = pathOf(schedule)
  if (to === null) {
    return (
      <div className={look} style={style}>
        {content}
      </div>
    )
  }
  return (
    <Link to={to} className={look} style={style}>
      {content}
    </Link>
  )
}

function pathOf({ id, status }: Schedule): PageAddress | null {
  if (can('Appointment List') && (status !== 'draft' || !can('Schedule Edit'))) return paths.scheduleAppointments(id)
  return can('Schedule Edit') ? paths.scheduleEdit(id) : null
}

function Content({ block: { schedule }, by }: { block: Block; by: WeekBy }) {
  const { support_type, place, mentors, seats, starts_at, ends_at, time_zone, status, availability } = schedule
  const state = status === 'published' ? availability : status
  return (
    <>
      <span className={styles.times}>
        {formatTime(starts_at, time_zone)}
        <span className={styles.until}>–{formatTime(ends_at, time_zone)}</span>
      </span>{' '}
      <span className={styles.name}>{support_type.name}</span>{' '}
      {(state === 'draft' || state === 'cancelled' || state === 'full') && <span className={styles.state}>{words[state]()}</span>}
      <span className={styles.who}>{by === 'place' ? mentors.map(({ name }) => name).join(', ') : place.name}</span>
      <Occupancy seats={seats} bare />
    </>
  )
}

const words = {
  draft: () => t('schedules.draft'),
  cancelled: () => t('schedules.cancelled'),
  full: () => t('schedules.availability.full'),
}

function positionOf({ from, to, lane, lanes }: Block, hours: { from: number; to: number }): CSSProperties {
  const minutes = (hours.to - hours.from) * 60
  return {
    top: `${((from - hours.from * 60) / minutes) * 100}%`,
    height: `calc(${((to - from) / minutes) * 100}% - 2px)`,
    left: `${(lane / lanes) * 100}%`,
    width: `calc(${100 / lanes}% - 3px)`,
  }
}
