import type { LocalDate } from '#domain/time/local-date.ts'
import { IconUserOff } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { formatDate, formatZone } from '../../lib/time.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Link } from '../../ui/link.tsx'
import { WeekBlock } from './week-block.tsx'
import styles from './week-grid.module.css'
import { daysOfWeek, hoursOf, type Band, type Block, type WeekBy } from './week-layout.ts'

interface WeekGridProps {
  bands: readonly Band[]
  monday: LocalDate
  today: LocalDate
  by: WeekBy
}

/**
 * A week as a table: days are columns, places or mentors are rows. Within a cell, sessions are positioned
 * by the place's clock.
 */
export function WeekGrid({ bands, monday, today, by }: WeekGridProps) {
  const days = daysOfWeek(monday)
  return (
    <table className={by === 'mentor' ? `${styles.grid} ${styles.dense}` : styles.grid}>
      <caption className="visually-hidden">{t('week.label', { day: formatDate(monday) })}</caption>
      <thead>
        <tr>
          <th scope="col" className={styles.corner}>
            {t(by === 'mentor' ? 'schedules.mentor' : 'schedules.place')}
          </th>
          {days.map(day => (
            <th key={day} scope="col" aria-current={day === today ? 'date' : undefined}>
              <DayName day={day} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bands.map(band => (
          <BandRow key={band.id} band={band} days={days} by={by} />
        ))}
      </tbody>
    </table>
  )
}

function BandRow({ band, days, by }: { band: Band; days: readonly LocalDate[]; by: WeekBy }) {
  const hours = hoursOf(band)
  const count = hours.to - hours.from
  const canReassignDay = by === 'mentor' && can('Schedule Edit') && can('Appointment Edit')
  const strip = band.notes.some(notes => notes.length > 0) || (canReassignDay && band.days.some(hasBooked))
  return (
    <tr style={{ '--hours': count, '--strip': strip ? '1.75rem' : '0rem' } as CSSProperties}>
      <th scope="row">
        <BandName band={band} />
        <HourMarks from={hours.from} count={count} step={2} />
      </th>
      {band.days.map((blocks, index) => (
        <td key={days[index]} className={band.notes[index]?.length ? styles.absent : undefined}>
          {strip && (
            <div className={styles.strip}>
              <span>{band.notes[index]?.join(', ')}</span>
              {canReassignDay && hasBooked(blocks) && <ReassignLink band={band} day={days[index] ?? ''} />}
            </div>
          )}
          <div className={styles.cell}>
            {blocks.map(block => (
              <WeekBlock key={block.schedule.id} block={block} hours={hours} by={by} />
            ))}
          </div>
        </td>
      ))}
    </tr>
  )
}

/** Whether sessions that are not over have bookings. */
const hasBooked = (blocks: readonly Block[]): boolean =>
  blocks.some(({ schedule }) => schedule.status === 'published' && schedule.availability !== 'past' && schedule.seats.taken > 0)

/** Link from a mentor's day to reassigning its appointments. */
function ReassignLink({ band, day }: { band: Band; day: LocalDate }) {
  const label = t('week.cannotCome', { name: band.name, day: formatDate(day) })
  return (
    <Link to={paths.reassign({ mentor_id: band.id, date: day })} className={styles.cannotCome} aria-label={label} title={label}>
      <IconUserOff size={18} aria-hidden="true" />
    </Link>
  )
}

/** "Tuesday 24 November" with the weekday above. */
function DayName({ day }: { day: LocalDate }) {
  const [weekday, ...rest] = formatDate(day).split(' ')
  return (
    <>
      <span className={styles.weekday}>{weekday} </span>
      {rest.join(' ')}
    </>
  )
}

const BandName = ({ band: { name, photo, zone } }: { band: Band }) => (
  <span className={styles.band}>
    {zone === null && <Avatar name={name} photo={photo} size="small" />}
    <span>
      {name}
      {zone && <span className={styles.zone}>{formatZone(zone)}</span>}
    </span>
  </span>
)

const HourMarks = ({ from, count, step }: { from: number; count: number; step: number }) => (
  <span className={styles.hours} aria-hidden="true">
    {Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step).map(hour => (
      <span key={hour} style={{ top: `${(hour / count) * 100}%` }}>
        {`${String((from + hour) % 24).padStart(2, '0')}:00`}
      </span>
    ))}
  </span>
)
