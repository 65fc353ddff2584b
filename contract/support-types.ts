import * as z from 'zod'
import { defineCalls } from './call.ts'
import { Ahead, Colour, Id, IdParams, label, Money, OnlyRevision, Revision, text, Untranslated } from './shapes.ts'

/** A kind of help on offer. */
export const SupportType = z
  .object({
    id: Id,
    name: z.string(),
    description: z.string(),
    colour: Colour,
    slot_minutes: z.int(),
    interpreted_minutes: z.int().nullable().meta({ description: 'The length with an interpreter; null: no longer times.' }),
    price: Money,
    needs_approval: z.boolean(),
    active: z.boolean(),
    untranslated: Untranslated,
    revision: Revision,
  })
  .meta({ id: 'SupportType' })
export type SupportType = z.infer<typeof SupportType>

/** A support type as its editors see it, retired or not. */
export const OfferedSupportType = SupportType.extend({
  confidential: z.boolean().meta({ description: 'Opening its appointments outside the caller’s own work always requires a reason.' }),
  ahead: Ahead,
}).meta({ id: 'OfferedSupportType' })
export type OfferedSupportType = z.infer<typeof OfferedSupportType>

const Minutes = z.int().min(5, 'field.mustBe5To480Minutes').max(480, 'field.mustBe5To480Minutes')
const Fields = {
  name: label(80),
  description: text(1000),
  colour: Colour.toLowerCase(),
  slot_minutes: Minutes,
  interpreted_minutes: Minutes.nullable().meta({ description: 'Longer than `slot_minutes`.' }),
  price: Money,
  needs_approval: z.boolean(),
  confidential: z.boolean(),
}
export const NewSupportType = z.strictObject({
  ...Fields,
  description: Fields.description.default(''),
  interpreted_minutes: Fields.interpreted_minutes.default(null),
  needs_approval: z.boolean().default(false),
  confidential: z.boolean().default(false),
})
export type NewSupportType = z.infer<typeof NewSupportType>
export const SupportTypeChange = z.strictObject(Fields).partial().extend({ revision: Revision.optional() })
export type SupportTypeChange = z.infer<typeof SupportTypeChange>

export const supportTypeCalls = defineCalls({
  'GET /api/support-types': {
    summary: 'Every support type in its order, retired ones too.',
    access: { ability: 'Settings Edit' },
    answer: { status: 200, body: z.object({ data: z.array(OfferedSupportType) }) },
    refusals: [],
  },
  'GET /api/support-types/{id}': {
    summary: 'One support type.',
    access: { ability: 'Settings Edit' },
    params: IdParams,
    answer: { status: 200, body: OfferedSupportType },
    refusals: ['not_found'],
  },
  'POST /api/support-types': {
    summary: 'Add a support type at the end of the list.',
    access: { ability: 'Settings Edit' },
    body: NewSupportType,
    answer: { status: 201, body: OfferedSupportType },
    refusals: ['name_taken'],
    idempotent: true,
  },
  'PUT /api/support-types/{id}': {
    summary: 'Change a support type. Sessions that are planned keep their slots, appointments that are booked their price.',
    access: { ability: 'Settings Edit' },
    params: IdParams,
    body: SupportTypeChange,
    answer: { status: 200, body: OfferedSupportType },
    refusals: ['not_found', 'stale', 'name_taken'],
  },
  'POST /api/support-types/{id}/retire': {
    summary: 'Take a support type off the offer. Nothing new is planned with it; sessions and appointments ahead stay.',
    access: { ability: 'Settings Edit' },
    params: IdParams,
    body: OnlyRevision,
    answer: { status: 200, body: OfferedSupportType },
    refusals: ['not_found', 'stale'],
  },
  'POST /api/support-types/{id}/reactivate': {
    summary: 'Offer a retired support type again.',
    access: { ability: 'Settings Edit' },
    params: IdParams,
    body: OnlyRevision,
    answer: { status: 200, body: OfferedSupportType },
    refusals: ['not_found', 'stale'],
  },
  'POST /api/support-types/order': {
    summary: 'Put the support types into another order, all of them named once.',
    access: { ability: 'Settings Edit' },
    body: z.strictObject({ ids: z.array(Id).min(1).max(1000) }),
    answer: { status: 200, body: z.object({ data: z.array(OfferedSupportType) }) },
    refusals: ['stale'],
  },
})
