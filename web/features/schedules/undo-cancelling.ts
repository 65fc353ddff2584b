import { call } from '../../lib/api.ts'

/** Brings cancelled sessions back with their clients, before any of them is told. */
export const undoCancelling = (undo: string) => call('POST /api/schedules/cancel/undo', { body: { undo } })
