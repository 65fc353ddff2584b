import * as z from 'zod'
import { defineCalls } from './call.ts'
import { Done, Id, IdParams, Instant, label, Revision, text } from './shapes.ts'
import { webhookEvents } from './webhook-events.ts'

const WebhookEvent = z.enum(webhookEvents)

/** Why an endpoint could not be reached, or its response was no success. */
export const WebhookWhy = z.enum([
  'bad_address',
  'not_https',
  'bad_port',
  'private_address', // it resolves to a private address
  'no_such_name',
  'bad_certificate',
  'unreachable',
  'timeout',
  'redirected',
  'too_large',
  'encoded',
  'bad_status', // it answered, and not with 2xx
  'switched_off', // before it got there
])
export type WebhookWhy = z.infer<typeof WebhookWhy>

export const Webhook = z
  .object({
    id: Id,
    address: z.string(),
    description: z.string(),
    events: z.array(WebhookEvent),
    active: z.boolean(),
    off: z
      .object({ why: z.enum(['staff', 'failing', 'gone']), at: Instant })
      .nullable()
      .meta({
        description: 'failing: a last retry failed after three days without success; gone: it returned 410; staff: switched off by staff.',
      }),
    failing_since: Instant.nullable(),
    last_success_at: Instant.nullable(),
    old_secret_until: Instant.nullable().meta({
      description: 'Until then what it is sent is signed with the secret before this one as well.',
    }),
    waiting: z.int().meta({ description: 'Events on their way to it.' }),
    created_at: Instant,
    revision: Revision,
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof Webhook>

export const WebhookDelivery = z
  .object({
    id: Id,
    event_id: Id.meta({ description: 'The header webhook-id; the same at every try.' }),
    type: z.string().meta({ description: 'The event, or webhook.test.' }),
    state: z.enum(['waiting', 'delivered', 'failed']),
    attempts: z.int(),
    created_at: Instant,
    due_at: Instant,
    tried_at: Instant.nullable(),
    settled_at: Instant.nullable(),
    request: z.string().meta({ description: 'The body that is sent.' }),
    status: z.int().nullable().meta({ description: 'Of its last answer.' }),
    answer: z.string().nullable().meta({ description: 'The beginning of its last answer.' }),
    why: WebhookWhy.nullable().meta({ description: 'Why the last try failed.' }),
    detail: z.string().nullable(),
    took_ms: z.int().nullable(),
    can: z.object({ redeliver: z.boolean() }),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const Fields = {
  address: text(2000).meta({ description: 'https, in the public net; others only where the operator allows them.' }),
  description: label(200).or(z.literal('')),
  events: z
    .array(WebhookEvent)
    .min(1, 'field.mustNameAtLeastOneEvent')
    .refine(names => new Set(names).size === names.length, 'field.mustNameEachEventOnce'),
}

export const NewWebhook = z.strictObject({ ...Fields, description: Fields.description.default('') })
export type NewWebhook = z.infer<typeof NewWebhook>

export const WebhookChange = z.strictObject({ ...Fields, active: z.boolean(), revision: Revision }).partial()
export type WebhookChange = z.infer<typeof WebhookChange>

const DeliveriesQuery = z.object({
  state: z.enum(['waiting', 'delivered', 'failed']).optional(),
  after: Id.optional().meta({ description: 'Cursor: `meta.next` of the page before.' }),
  per_page: z.coerce.number().int().min(1).max(100).default(20),
})
export type DeliveriesQuery = z.infer<typeof DeliveriesQuery>

const access = { ability: 'Webhook Edit' } as const
const Shown = z.object({
  secret: z.string().meta({ description: 'whsec_ and 256 random bits in base64: what is sent is signed with it. It is shown this once.' }),
  webhook: Webhook,
})

export const webhookCalls = defineCalls({
  'GET /api/webhooks': {
    summary: 'The webhooks, oldest first.',
    access,
    answer: { status: 200, body: z.object({ data: z.array(Webhook) }) },
    refusals: [],
  },
  'POST /api/webhooks': {
    summary: 'Add an address. Its secret is in this answer and in no other.',
    access,
    byHand: true,
    body: NewWebhook,
    answer: { status: 201, body: Shown },
    refusals: ['too_many_webhooks'],
  },
  'GET /api/webhooks/{id}': {
    summary: 'One of them.',
    access,
    params: IdParams,
    answer: { status: 200, body: Webhook },
    refusals: ['not_found'],
  },
  'PUT /api/webhooks/{id}': {
    summary: 'Change it, switch it off (what is on its way to it has failed then) or on again.',
    access,
    byHand: true,
    params: IdParams,
    body: WebhookChange,
    answer: { status: 200, body: Webhook },
    refusals: ['not_found', 'stale'],
  },
  'POST /api/webhooks/{id}/secret': {
    summary: 'Give it another secret, shown this once. For 24 hours what is sent is signed with the one before as well.',
    access,
    byHand: true,
    params: IdParams,
    answer: { status: 200, body: Shown },
    refusals: ['not_found'],
  },
  'DELETE /api/webhooks/{id}': {
    summary: 'Remove it with its log.',
    access,
    byHand: true,
    params: IdParams,
    answer: { status: 200, body: Done },
    refusals: ['not_found'],
  },
  'POST /api/webhooks/{id}/test': {
    summary: 'Send it a webhook.test that tells of nothing, also while it is switched off.',
    access,
    byHand: true,
    params: IdParams,
    answer: { status: 201, body: WebhookDelivery },
    refusals: ['not_found'],
  },
  'GET /api/webhooks/{id}/deliveries': {
    summary: 'What it was sent or is to be sent, latest first, and what it answered.',
    access,
    params: IdParams,
    query: DeliveriesQuery,
    answer: { status: 200, body: z.object({ data: z.array(WebhookDelivery), meta: z.object({ per_page: z.int(), next: Id.nullable() }) }) },
    refusals: ['not_found'],
  },
  'POST /api/webhook-deliveries/{id}/redeliver': {
    summary: 'Send it once more, under the same webhook-id.',
    access,
    byHand: true,
    params: IdParams,
    answer: { status: 200, body: WebhookDelivery },
    refusals: ['not_found', 'not_redeliverable'],
  },
})
