import type { DayAppointment, FreeTime } from '#contract/day.ts'
import type { Entry } from './layout-day.ts'

/** A free time that an appointment can move to. */
export interface MoveTarget {
  key: string
  /** The number of its column. */
  column: number
  time: FreeTime
}

type Time = Pick<FreeTime | DayAppointment, 'schedule_id' | 'mentor' | 'starts_at'>
const startOf = ({ starts_at }: Time): number => Date.parse(starts_at)

/** Whether both are the same time of the same mentor and session. */
export const isSameTime = (a: Time, b: Time): boolean =>
  a.schedule_id === b.schedule_id && a.mentor.id === b.mentor.id && startOf(a) === startOf(b)

/** Whether the time is open to the appointment: `is_open_to` (SQL). */
const isOpenTo = ({ interpreted }: FreeTime, { interpreter_language }: Moving): boolean => !interpreted || interpreter_language !== null

type Moving = Time & Pick<DayAppointment, 'interpreter_language'>

/** The free times among the entries that are open to the appointment, without its own. The server decides which times are free. */
export const findTargets = (entries: readonly Entry[], appointment: Moving, columnOf: (entry: Entry) => number): MoveTarget[] =>
  entries.flatMap(entry =>
    entry.kind === 'free' && isOpenTo(entry.time, appointment) && !isSameTime(entry.time, appointment)
      ? { key: entry.key, column: columnOf(entry), time: entry.time }
      : [],
  )

/** Where a move begins: at the closest free time of the appointment's support type, or else of any. */
export function firstTarget(targets: readonly MoveTarget[], to: Time, supportTypeId: string): MoveTarget | undefined {
  const ofType = targets.filter(({ time }) => time.support_type.id === supportTypeId)
  return nearestTarget(ofType.length > 0 ? ofType : targets, to)
}

/** The free time closest to another one; of two as close, that of the same mentor. */
const nearestTarget = (targets: readonly MoveTarget[], to: Time): MoveTarget | undefined =>
  targets.toSorted(
    (a, b) => distance(a, to) - distance(b, to) || Number(b.time.mentor.id === to.mentor.id) - Number(a.time.mentor.id === to.mentor.id),
  )[0]

/**
 * Up and down within the column, left and right to the closest time of the next column that has one; undefined at
 * the edge.
 */
export function nextTarget(
  targets: readonly MoveTarget[],
  current: MoveTarget,
  [across, down]: readonly [across: number, down: number],
): MoveTarget | undefined {
  const columns = [...new Set(targets.map(({ column }) => column))].toSorted((a, b) => a - b)
  const column = columns[columns.indexOf(current.column) + across]
  const inColumn = targets.filter(target => target.column === column)
  return across === 0 ? inColumn[inColumn.indexOf(current) + down] : nearestTarget(inColumn, current.time)
}

const distance = ({ time }: MoveTarget, to: Time): number => Math.abs(startOf(time) - startOf(to))
