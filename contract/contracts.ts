import * as z from 'zod'
import { defineCalls } from './call.ts'
import { contentLanguages } from './languages.ts'
import { Id, IdParams, Instant, label, listOf, OnlyRevision, PageQuery, Revision, text } from './shapes.ts'

const RequiredFor = z.enum(['registration', 'booking']).nullable()
const Sha256 = z.string().meta({ description: 'SHA-256 of the body in UTF-8.' })
const ContractLanguage = z.enum(contentLanguages as [string, ...string[]])

/** A text of a version in another language than the original. Never changes once in force. */
export const ContractTranslation = z
  .object({ language: z.string(), title: z.string(), body: z.string(), sha256: Sha256 })
  .meta({ id: 'ContractTranslation' })
export type ContractTranslation = z.infer<typeof ContractTranslation>

/**
 * A legally binding text. `id` stays with the key; `version_id` names one immutable text, and is what
 * people accept.
 */
export const Contract = z
  .object({
    id: Id,
    key: z.string(),
    title: z.string(),
    body: z.string().meta({ description: 'Markdown.' }),
    version: z.int(),
    version_id: Id,
    required_for: RequiredFor,
    published_at: Instant.nullable(),
    language: z.string().meta({ description: 'Of title and body, which are the binding text.' }),
    sha256: Sha256,
    translation: ContractTranslation.nullable().meta({
      description: "In the reader's language; null if there is none, or the binding text is in it.",
    }),
    revision: Revision,
  })
  .meta({ id: 'Contract' })
export type Contract = z.infer<typeof Contract>

/** One version of a contract; immutable once published. `written_by` is a name, for contract editors only. */
export const ContractVersion = z
  .object({
    version_id: Id,
    version: z.int(),
    title: z.string(),
    body: z.string(),
    language: z.string(),
    sha256: Sha256,
    translated: z.array(ContractTranslation.pick({ language: true, sha256: true })).meta({ description: 'Its translations in force.' }),
    published_at: Instant.nullable(),
    written_by: z.string().nullable(),
  })
  .meta({ id: 'ContractVersion' })
export type ContractVersion = z.infer<typeof ContractVersion>

/**
 * A contract in the list: the version in force, or, for contract editors, the draft of one that was never
 * published.
 */
export const ListedContract = Contract.extend({
  withdrawn_at: Instant.nullable().meta({ description: 'No version is in force since then; contract editors only.' }),
  draft_version: z.int().nullable().meta({ description: 'The draft of the next version; null unless the caller edits contracts.' }),
}).meta({ id: 'ListedContract' })
export type ListedContract = z.infer<typeof ListedContract>

/** A contract with its versions, newest first; drafts only for contract editors. */
export const FullContract = ListedContract.extend({ versions: z.array(ContractVersion) }).meta({ id: 'FullContract' })
export type FullContract = z.infer<typeof FullContract>

const AcceptanceFields = {
  id: Id,
  key: z.string(),
  title: z.string(),
  version: z.int(),
  version_id: Id,
  language: z.string().meta({ description: 'Of the text that was read: title and hash are of this one.' }),
  binding_language: z.string(),
  sha256: Sha256,
  required_for: RequiredFor,
  accepted_at: Instant,
  by_staff: z.boolean().meta({ description: 'Recorded by staff on the person’s behalf.' }),
}
/** A person's acceptance of one immutable text, with its time. Never changes. */
export const Acceptance = z.object(AcceptanceFields).meta({ id: 'Acceptance' })
export type Acceptance = z.infer<typeof Acceptance>

/** The full record of an acceptance. Name, phone, address and agent are null once the person is erased. */
export const Certificate = z
  .object({
    ...AcceptanceFields,
    contract_id: Id,
    body: z.string(),
    binding_sha256: Sha256,
    published_at: Instant,
    person: z.object({ id: Id, name: z.string().nullable(), phone: z.string().nullable() }),
    recorded_by: z
      .string()
      .nullable()
      .meta({ description: 'The name of the staff who recorded it; null when the person did so themselves.' }),
    ip: z.string().nullable(),
    user_agent: z.string().nullable(),
  })
  .meta({ id: 'Certificate' })
export type Certificate = z.infer<typeof Certificate>

/** A person who accepted, with name and phone as stored with the acceptance; null once erased. */
export const AcceptedBy = z
  .object({
    id: Id,
    user_id: Id,
    name: z.string().nullable(),
    phone: z.string().nullable(),
    version: z.int(),
    language: z.string(),
    sha256: Sha256,
    accepted_at: Instant,
    by_staff: z.boolean(),
  })
  .meta({ id: 'AcceptedBy' })
export type AcceptedBy = z.infer<typeof AcceptedBy>

/** An active person who has not accepted the version in force. */
export const NotAccepted = z
  .object({
    user_id: Id,
    name: z.string(),
    phone: z.string().nullable(),
    accepted_version: z.int().nullable().meta({ description: 'The latest version that they did accept.' }),
    next_appointment_at: Instant.nullable().meta({ description: 'Null, as is its zone, without Appointment List.' }),
    next_appointment_zone: z.string().nullable(),
  })
  .meta({ id: 'NotAccepted' })
export type NotAccepted = z.infer<typeof NotAccepted>

/**
 * Number of active people, of those who accepted the version in force, and of those among them with a
 * future appointment.
 */
const Reach = z.object({ people: z.int(), accepted: z.int(), accepted_with_open: z.int() })

const ContractFields = {
  key: z
    .string()
    .trim()
    .regex(/^[a-z][a-z0-9_]{0,59}$/, 'field.mustBeSmallLettersDigitsAnd'),
  title: label(200),
  body: text(100_000).pipe(z.string().min(1, 'field.mustNotBeEmpty')),
  required_for: RequiredFor,
  language: ContractLanguage.meta({ description: 'Of the text. Without it: the organisation’s, or as before.' }),
  publish: z.boolean(),
}
export const NewContract = z.strictObject({
  ...ContractFields,
  required_for: RequiredFor.default(null),
  language: ContractFields.language.optional(),
  publish: z.boolean().default(false),
})
export type NewContract = z.infer<typeof NewContract>
/** A translation that a caller was shown. */
const ShownTranslation = z.strictObject({ language: ContractLanguage, revision: Revision })
export const ContractChange = z
  .strictObject(ContractFields)
  .partial()
  .extend({
    revision: Revision.optional(),
    translations: z.array(ShownTranslation).max(50).optional().meta({
      description:
        'With `publish`: the translations that go in force with it, with `revisions` of GET /api/translations/{id}. 409 stale if others would.',
    }),
  })
export type ContractChange = z.infer<typeof ContractChange>

/** A translation to put in force, as its editor sees it. */
const NewTranslation = z.strictObject({
  version_id: Id,
  language: ContractLanguage,
  title: ContractFields.title,
  body: ContractFields.body,
})
export type NewTranslation = z.infer<typeof NewTranslation>

/** A version, and the language in which a person read it. */
const AcceptedText = z.strictObject({ version_id: Id, language: ContractLanguage })
export type AcceptedText = z.infer<typeof AcceptedText>

const acceptedTexts = (max: number) => ({
  accepted_version_ids: z.array(Id).max(max).optional().meta({ description: 'Versions whose binding text was read.' }),
  accepted_texts: z
    .array(AcceptedText)
    .max(max)
    .refine(texts => new Set(texts.map(({ version_id }) => version_id)).size === texts.length, 'field.namesOneOfThemTwice')
    .optional()
    .meta({ description: 'Versions by the language in which they were read.' }),
})
/** The contracts that a person accepts. */
export const AcceptedTexts = acceptedTexts(50)
export interface AcceptedTexts {
  accepted_version_ids?: string[] | undefined
  accepted_texts?: AcceptedText[] | undefined
}

const SearchQuery = PageQuery.extend({ search: text(100).optional() })
export type SearchQuery = z.infer<typeof SearchQuery>

const AcceptanceQuery = SearchQuery.extend({ version: z.coerce.number().int().min(1).max(100_000).optional() })

const OwnAcceptances = z.object({ data: z.array(Acceptance), to_accept: z.array(Contract) })

const ContractOrder = z.object({
  sort: z
    .enum(['key', '-key', 'title', '-title', 'published', '-published'])
    .default('key')
    .meta({ description: 'By key, title or publication, drafts last; with a minus sign, the other way round.' }),
})
export type ContractOrder = z.infer<typeof ContractOrder>

export const contractCalls = defineCalls({
  'GET /api/legally-binding-contract': {
    summary: 'The published contracts; with Contract Edit also those that are still being written.',
    access: 'public',
    query: ContractOrder,
    answer: { status: 200, body: z.object({ data: z.array(ListedContract) }) },
    refusals: [],
  },
  'GET /api/legally-binding-contract/export': {
    summary: 'Contracts without their texts, as a CSV file (RFC 4180, UTF-8) whose cells no spreadsheet takes for a formula.',
    access: { ability: 'Contract Edit' },
    query: ContractOrder.extend({
      search: text(100).optional(),
      state: z.enum(['all', 'published', 'draft', 'required']).optional(),
    }),
    answer: { status: 200, body: null },
    refusals: [],
  },
  'GET /api/legally-binding-contract/{id}': {
    summary: 'A contract with every published version; with Contract Edit also its draft.',
    access: 'public',
    params: IdParams,
    answer: { status: 200, body: FullContract },
    refusals: ['not_found'],
  },
  'GET /api/legally-binding-contract/{id}/edit': {
    summary: 'A contract for its editor: all versions, and how many people publishing would ask to accept it.',
    access: { ability: 'Contract Edit' },
    params: IdParams,
    answer: { status: 200, body: z.object({ contract: FullContract, key_fixed: z.boolean(), reach: Reach }) },
    refusals: ['not_found'],
  },
  'POST /api/legally-binding-contract': {
    summary: 'Write a contract; with `publish` its version 1 is in force at once.',
    access: { ability: 'Contract Edit' },
    byHand: true,
    body: NewContract,
    answer: { status: 201, body: FullContract },
    refusals: ['key_taken'],
    idempotent: true,
  },
  'PUT /api/legally-binding-contract/{id}': {
    summary:
      'Change a contract. A draft changes in place; another text for a published one makes the next version, in force once published. `required_for` counts at once.',
    access: { ability: 'Contract Edit' },
    byHand: true,
    params: IdParams,
    body: ContractChange,
    answer: { status: 200, body: FullContract },
    refusals: ['not_found', 'stale', 'key_taken', 'bad_transition'],
  },
  'DELETE /api/legally-binding-contract/{id}/draft': {
    summary:
      'Throw away the draft of the next version; what is in force stays. A contract without a published version is deleted, and answered as it was.',
    access: { ability: 'Contract Edit' },
    byHand: true,
    params: IdParams,
    query: z.object({ revision: z.coerce.number().pipe(Revision).optional() }),
    answer: { status: 200, body: FullContract },
    refusals: ['not_found', 'stale', 'bad_transition'],
  },
  'POST /api/legally-binding-contract/{id}/withdraw': {
    summary: 'Withdraw the version in force: its page and links go, and it is not required any more. Acceptances stay.',
    access: { ability: 'Contract Edit' },
    byHand: true,
    params: IdParams,
    body: OnlyRevision,
    answer: { status: 200, body: FullContract },
    refusals: ['not_found', 'stale', 'bad_transition'],
  },
  'POST /api/legally-binding-contract/{id}/reactivate': {
    summary: 'Put the newest published version of a withdrawn contract in force again.',
    access: { ability: 'Contract Edit' },
    byHand: true,
    params: IdParams,
    body: OnlyRevision,
    answer: { status: 200, body: FullContract },
    refusals: ['not_found', 'stale', 'bad_transition'],
  },
  'POST /api/legally-binding-contract/{id}/translations': {
    summary: 'Put a translation of the version in force in force, too. It never changes then.',
    access: { ability: 'Contract Edit' },
    byHand: true,
    params: IdParams,
    body: NewTranslation,
    answer: { status: 200, body: FullContract },
    refusals: ['not_found', 'stale', 'bad_transition'],
  },
  'GET /api/legally-binding-contract/{id}/acceptances': {
    summary: 'Who accepted which version of a contract, latest first.',
    access: { ability: 'Contract Edit' },
    params: IdParams,
    query: AcceptanceQuery,
    shows: 'agreements',
    answer: { status: 200, body: listOf(AcceptedBy) },
    refusals: ['not_found'],
  },
  'GET /api/legally-binding-contract/{id}/acceptances/export': {
    summary: 'The same acceptances as a CSV file (RFC 4180, UTF-8) whose cells no spreadsheet takes for a formula. Each person is logged.',
    access: { ability: 'Contract Edit', and: ['User Export'] },
    params: IdParams,
    query: AcceptanceQuery.omit({ page: true, per_page: true }),
    answer: { status: 200, body: null },
    refusals: ['not_found'],
  },
  'GET /api/legally-binding-contract/{id}/missing': {
    summary: 'People who have not accepted the version in force, next appointment first; empty where it is not required.',
    access: { ability: 'Contract Edit' },
    params: IdParams,
    query: SearchQuery,
    shows: 'agreements',
    answer: { status: 200, body: listOf(NotAccepted) },
    refusals: ['not_found'],
  },
  'GET /api/legally-binding-contract/{id}/missing/export': {
    summary: 'The same people as a CSV file (RFC 4180, UTF-8) whose cells no spreadsheet takes for a formula. Each person is logged.',
    access: { ability: 'Contract Edit', and: ['User Export'] },
    params: IdParams,
    query: SearchQuery.omit({ page: true, per_page: true }),
    answer: { status: 200, body: null },
    refusals: ['not_found'],
  },
  'GET /api/acceptances/{id}': {
    summary: "The full record of one acceptance with the text: the caller's own, or any with Contract Edit or User List.",
    access: 'person',
    params: IdParams,
    shows: 'agreements',
    answer: { status: 200, body: Certificate },
    refusals: ['not_found'],
  },
  'GET /api/my-profile/acceptances': {
    summary: 'The texts that one has accepted, latest first, and those that one has to accept before the next booking.',
    access: 'person',
    answer: { status: 200, body: OwnAcceptances },
    refusals: [],
  },
  'POST /api/my-profile/acceptances': {
    summary: 'Accept texts in force. One that has been replaced meanwhile is not accepted, and nothing is then.',
    access: 'person',
    byHand: true,
    body: z
      .strictObject(acceptedTexts(20))
      .refine(({ accepted_version_ids, accepted_texts }) => accepted_version_ids?.length || accepted_texts?.length, {
        path: ['accepted_version_ids'],
        message: 'field.mustNotBeEmpty',
      }),
    answer: { status: 200, body: OwnAcceptances },
    refusals: ['contracts_required'],
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
