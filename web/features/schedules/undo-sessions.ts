import { call } from '../../lib/api.ts'

/** Brings cancelled sessions back with their clients, before any of them is told. */
export const undoCancelling = (undo: string) => call('POST /api/schedules/cancel/undo', { body: { undo } })

/** Gives changed sessions their former mentors, places and times, before a client is told. */
export const undoChanging = (undo: string) => call('POST /api/schedules/change/undo', { body: { undo } })

/** Makes published sessions drafts again, before a client has used them. */
export const undoPublishing = (undo: string) => call('POST /api/schedules/publish/undo', { body: { undo } })
