import * as z from 'zod'
import { maxBatch } from './batch-size.ts'
import { MessageChannel, MessageWhy } from './message-why.ts'
import { Id, Revision } from './shapes.ts'

/** Each item at most once. */
const areDistinct = (items: readonly { id: string }[]) => new Set(items.map(({ id }) => id)).size === items.length

/** The items to change, each as the caller saw it. */
export const Batch = z
  .array(z.strictObject({ id: Id, revision: Revision.optional() }))
  .min(1, 'field.chooseAtLeastOne')
  .max(maxBatch)
  .refine(areDistinct, 'field.namesOneOfThemTwice')
  .meta({ description: 'Each as the caller saw it.' })
export type Batch = z.infer<typeof Batch>

/** The ids of items without a revision. */
export const BatchIds = z
  .array(Id)
  .min(1, 'field.chooseAtLeastOne')
  .max(maxBatch)
  .refine(ids => new Set(ids).size === ids.length, 'field.namesOneOfThemTwice')

/** Why an item stays as it is: `code` is that of the refusal. */
export const Obstacle = z.object({ code: z.string(), message: z.string() })
export type Obstacle = z.infer<typeof Obstacle>

/** The items that stayed as they were. */
export const Skipped = z.array(Obstacle.extend({ id: Id }))
export type Skipped = z.infer<typeof Skipped>

/** How a message will reach its recipient, as far as that is known before it is sent. */
export const ExpectedMessage = z
  .object({
    channels: z.array(MessageChannel).meta({ description: 'Empty: no message is sent.' }),
    why: MessageWhy.nullable().meta({ description: 'Why none is sent.' }),
  })
  .meta({ id: 'ExpectedMessage' })
export type ExpectedMessage = z.infer<typeof ExpectedMessage>
