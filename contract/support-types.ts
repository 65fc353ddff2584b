import { z } from 'zod'
import { defineCalls } from './call.ts'
import { Colour, Id, Money, Revision } from './shapes.ts'

/** A kind of help on offer. */
export const SupportType = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    colour: Colour,
    slot_minutes: z.int(),
    price: Money,
    needs_approval: z.boolean(),
    active: z.boolean(),
    revision: Revision,
  })
  .meta({ id: 'SupportType' })
export type SupportType = z.infer<typeof SupportType>

export const supportTypeCalls = defineCalls({})
