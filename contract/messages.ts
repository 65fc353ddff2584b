import * as z from 'zod'
import { BatchIds, ExpectedMessage, Obstacle, Skipped } from './batch.ts'
import { defineCalls } from './call.ts'
import { MessageChannel, MessageWhy } from './message-why.ts'
import { Can, Id, IdParams, Instant, LocalDate, text } from './shapes.ts'

const MessageState = z.enum(['waiting', 'sending', 'sent', 'delivered', 'shown', 'failed', 'dropped', 'unsendable'])
export type MessageState = z.infer<typeof MessageState>

export const Message = z
  .object({
    id: Id,
    kind: z.string().meta({ description: 'appointment_booked, appointment_moved, reminder, waiting_offer, …; code: a one-time code.' }),
    state: MessageState.meta({
      description:
        'sent: a mail server or a gateway took it; delivered: it arrived, as a receipt says; shown: kept to be read, in the demo; dropped: no longer so; unsendable: no way to them.',
    }),
    why: MessageWhy.nullable(),
    error: z.string().nullable().meta({ description: 'The mail server’s or gateway’s own words.' }),
    channel: MessageChannel.nullable(),
    recipient: z.string().nullable().meta({ description: 'The address or number it went to.' }),
    person: z.object({ id: Id, name: z.string(), phone: z.string().nullable(), erased: z.boolean() }).nullable(),
    appointment: z
      .object({ id: Id, reference: z.string(), schedule_id: Id, status: z.string(), starts_at: Instant, time_zone: z.string() })
      .nullable(),
    subject: z.string().nullable(),
    attempts: z.int(),
    due_at: Instant,
    created_at: Instant,
    settled_at: Instant.nullable(),
    resent_from: Id.nullable().meta({ description: 'The message that this one was sent again of.' }),
    to_phone: z
      .object({ name: z.string(), number: z.string().nullable(), by: Instant })
      .nullable()
      .meta({ description: 'The person to phone because delivery failed, and the latest useful time; null: no call needed.' }),
    told_at: Instant.nullable().meta({ description: 'Since when they know by phone.' }),
    can: z.object({ resend: Can }),
  })
  .meta({ id: 'Message' })
export type Message = z.infer<typeof Message>

const MessageText = Message.extend({
  text: z.string().nullable().meta({ description: 'The very text that went out.' }),
  language: z.string().nullable().meta({ description: 'The language that the text is in; null: not written yet, or not known.' }),
}).meta({ id: 'MessageText' })
export type MessageText = z.infer<typeof MessageText>

const MessagesFilter = z.object({
  state: MessageState.or(z.literal('not_reached'))
    .optional()
    .meta({ description: 'not_reached: people to phone because delivery failed, most urgent first.' }),
  kind: text(40).optional(),
  channel: MessageChannel.optional(),
  search: text(100).optional().meta({ description: 'Part of the recipient’s name, number or address.' }),
  appointment_id: Id.optional(),
  from: LocalDate.optional().meta({ description: 'A date of the organisation’s own zone.' }),
  to: LocalDate.optional(),
})
const MessagesQuery = MessagesFilter.extend({
  after: text(80).optional().meta({ description: 'Cursor: `meta.next` of the page before.' }),
  per_page: z.coerce.number().int().min(1).max(100).default(20),
})
export type MessagesQuery = z.infer<typeof MessagesQuery>

const Received = z.object({ received: z.literal(true) })

const ToldMessage = z
  .object({
    kind: z.string(),
    state: z
      .enum(['on_its_way', 'sent', 'shown', 'not_reached'])
      .meta({ description: 'shown: not sent because this is a demo; not_reached: it could not be sent or did not arrive.' }),
    channel: MessageChannel.nullable(),
    recipient: z.string().nullable().meta({ description: 'The masked recipient: j…@example.org, … 456.' }),
    at: Instant.meta({ description: 'Since when it has this state.' }),
  })
  .meta({ id: 'ToldMessage' })
export type ToldMessage = z.infer<typeof ToldMessage>

export const messageCalls = defineCalls({
  'GET /api/appointments/{id}/messages': {
    summary: 'The messages to the caller about one of their appointments, oldest first, without those that were dropped.',
    access: 'person',
    params: IdParams,
    answer: { status: 200, body: z.object({ data: z.array(ToldMessage) }) },
    refusals: ['not_found'],
  },
  'GET /api/messages/export': {
    summary:
      'The same messages as a CSV file (RFC 4180, UTF-8), without their texts. No spreadsheet takes a cell for a formula. Each person is logged.',
    access: { ability: 'Appointment List', and: ['User Export'] },
    query: MessagesFilter,
    answer: { status: 200, body: null },
    refusals: [],
  },
  'GET /api/messages': {
    summary: 'Sent and pending messages with their delivery state, latest first.',
    access: { ability: 'Appointment List' },
    query: MessagesQuery,
    shows: 'messages',
    answer: {
      status: 200,
      body: z.object({
        data: z.array(Message),
        meta: z.object({
          per_page: z.int(),
          next: z.string().nullable().meta({ description: 'The next page’s `after`. There is no total.' }),
          time_zone: z.string(),
          others: z.boolean().meta({ description: '`search` matches more people than were considered; refine it.' }),
        }),
      }),
    },
    refusals: [],
  },
  'GET /api/messages/{id}': {
    summary: 'One message with the exact text that was sent.',
    access: { ability: 'Appointment List' },
    params: IdParams,
    shows: 'messages',
    answer: { status: 200, body: MessageText },
    refusals: ['not_found', 'reason_required'],
  },
  'POST /api/messages/{id}/resend': {
    summary: 'Send it again as a new message. It is dropped if its content no longer applies.',
    access: { ability: 'Appointment Edit' },
    params: IdParams,
    shows: 'messages',
    answer: { status: 201, body: MessageText },
    refusals: ['not_found', 'message_under_way', 'not_resendable'],
    idempotent: true,
  },
  'POST /api/messages/resend/preview': {
    summary: 'Which of several messages can be sent again, and how each would go out now. Stores nothing.',
    access: { ability: 'Appointment Edit' },
    body: z.strictObject({ message_ids: BatchIds }),
    answer: {
      status: 200,
      body: z.object({ messages: z.array(z.object({ id: Id, problem: Obstacle.nullable(), message: ExpectedMessage.nullable() })) }),
    },
    refusals: [],
  },
  'POST /api/messages/resend': {
    summary: 'Send several messages again, each as a new one: each that can be, and why the others cannot.',
    access: { ability: 'Appointment Edit' },
    body: z.strictObject({ message_ids: BatchIds }),
    answer: { status: 200, body: z.object({ resent: z.array(Id), skipped: Skipped }) },
    refusals: [],
    idempotent: true,
  },
  'POST /api/messages/{id}/told': {
    summary: 'Record that the recipient was told by phone, or undo that.',
    access: { ability: 'Appointment Edit' },
    params: IdParams,
    body: z.strictObject({ told: z.boolean() }),
    shows: 'messages',
    answer: { status: 200, body: MessageText },
    refusals: ['not_found', 'not_to_phone'],
  },
  'POST /api/messages/receipts/gateway': {
    summary: 'Delivery report from the SMS gateway, signed like Standard Webhooks with OPENHOUR_SMS_SECRET.',
    access: 'public',
    body: z.strictObject({
      id: Id.meta({ description: 'The id that was sent to the gateway. An unknown id gets the same response.' }),
      state: z.enum(['sent', 'delivered', 'failed']),
      reason: text(300).optional().meta({ description: 'Why it failed, for staff.' }),
    }),
    answer: { status: 200, body: Received },
    refusals: ['bad_signature', 'not_found'],
  },
  'POST /api/messages/receipts/twilio/{id}': {
    summary: 'Delivery report from Twilio: its signed status callback.',
    access: 'public',
    params: IdParams,
    answer: { status: 200, body: Received },
    refusals: ['bad_signature', 'not_found'],
  },
})
