import { call } from '../../lib/api.ts'

/** Brings people back with their appointments, waiting entries and free times, before anyone is told. */
export const undoDeactivating = (undo: string) => call('POST /api/users/deactivate/undo', { body: { undo } })
