import { call } from '../../lib/api.ts'

/** Puts removed entries back in their position, before anyone is told. */
export const undoRemoving = (undo: string) => call('POST /api/waiting-list/remove/undo', { body: { undo } })
