import { z } from 'zod'
import { defineCalls } from './call.ts'
import { Id, Instant, Revision } from './shapes.ts'

/** A legally binding text. `id` stays with the key; `version_id` names one immutable text, and is what people accept. */
export const Contract = z
  .object({
    id: Id,
    key: z.string(),
    title: z.string(),
    body: z.string().meta({ description: 'Markdown.' }),
    version: z.int(),
    version_id: Id,
    required_for: z.enum(['registration', 'booking']).nullable(),
    published_at: Instant.nullable(),
    sha256: z.string(),
    revision: Revision,
  })
  .meta({ id: 'Contract' })
export type Contract = z.infer<typeof Contract>

/** That somebody agreed to one immutable text, and when; never changed afterwards. */
export const Acceptance = z
  .object({
    id: Id,
    key: z.string(),
    title: z.string(),
    version: z.int(),
    version_id: Id,
    sha256: z.string(),
    required_for: z.enum(['registration', 'booking']).nullable(),
    accepted_at: Instant,
    by_staff: z.boolean().meta({ description: 'Recorded by staff on the person’s behalf.' }),
  })
  .meta({ id: 'Acceptance' })
export type Acceptance = z.infer<typeof Acceptance>

export const contractCalls = defineCalls({
  'GET /api/my-profile/acceptances': {
    summary: 'The texts that one has accepted, latest first.',
    access: 'person',
    answer: { status: 200, body: z.object({ data: z.array(Acceptance) }) },
    refusals: [],
  },
  'GET /api/show-list': {
    summary: 'Every published contract by its key; `about` and `terms_conditions` are always there, null when unpublished.',
    access: 'public',
    answer: {
      status: 200,
      body: z.object({ about: Contract.nullable(), terms_conditions: Contract.nullable() }).catchall(Contract.nullable()),
    },
    refusals: [],
  },
})
