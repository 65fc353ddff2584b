import { addDays, addMonths, type LocalDate } from '#domain/time/local-date.ts'
import { logicalKey } from './logical-key.ts'
import { startOfWeek } from './week.ts'

/** The date that a key moves to in a grid of dates (ARIA Authoring Practices); undefined for other keys. */
export const dateForKey = (date: LocalDate, { key, shiftKey }: { key: string; shiftKey: boolean }): LocalDate | undefined =>
  targets[logicalKey(key)]?.(date, shiftKey)

const targets: Record<string, (date: LocalDate, shift: boolean) => LocalDate> = {
  ArrowLeft: date => addDays(date, -1),
  ArrowRight: date => addDays(date, 1),
  ArrowUp: date => addDays(date, -7),
  ArrowDown: date => addDays(date, 7),
  Home: date => startOfWeek(date),
  End: date => addDays(startOfWeek(date), 6),
  PageUp: (date, shift) => addMonths(date, shift ? -12 : -1),
  PageDown: (date, shift) => addMonths(date, shift ? 12 : 1),
}
