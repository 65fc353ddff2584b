import type { ColumnType, GeneratedAlways } from 'kysely'
import type { AppointmentStatus } from '#domain/booking/status.ts'

/**
 * A `timestamptz`: read as RFC 3339 in UTC with `Z` (a setting of the connection), written as the same or
 * as a Date.
 */
export type Timestamp = ColumnType<string, string | Date, string | Date>
/** A `timestamptz` with a default. */
export type DefaultTimestamp = ColumnType<string, string | Date | undefined, string | Date>
/** A `timestamp`: a place's local time, `YYYY-MM-DDTHH:MM:SS` without offset. */
export type LocalTimestamp = ColumnType<string, string, string>
/** Raised by a trigger with every change. */
export type Revision = GeneratedAlways<number>
/** Written as JSON text. */
export type Json<T> = ColumnType<T, string | undefined, string>

/** An appointment's state in an audit row. */
export interface AuditState {
  status: AppointmentStatus
  schedule_id: string
  mentor_id: string
  starts_at: string
  payment?: string
}
/** `before` or `after` of an audit row, which never changes. */
export type AuditColumn = ColumnType<AuditState | null, string | null | undefined, never>
/** The data of a webhook delivery, which never changes. */
export type WebhookData = ColumnType<Record<string, unknown>, string, never>
