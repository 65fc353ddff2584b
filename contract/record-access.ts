import * as z from 'zod'
import { defineCalls } from './call.ts'
import { Id, Instant, text } from './shapes.ts'

/** Why a record is opened, in words that the person reads. */
const AccessReason = text(500).pipe(z.string().min(3, 'field.mustBeAtLeast3Characters'))

export const recordAccessCalls = defineCalls({
  'POST /api/record-access': {
    summary:
      'Give a reason for opening a person’s record outside the caller’s own work (403 `reason_required`). It holds for an hour, and the person reads it. For callers who may open records.',
    access: 'person',
    byHand: true,
    body: z.strictObject({ user_id: Id, reason: AccessReason }),
    answer: { status: 201, body: z.object({ user_id: Id, valid_until: Instant }) },
    refusals: ['missing_ability', 'not_found', 'not_yourself', 'record_closed'],
  },
})
