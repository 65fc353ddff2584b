import type * as z from 'zod'
import { refuse, type Refusal } from '../refusal.ts'
import { isTextId, type Sentence } from '../text.ts'

/** Carries a refusal through Fastify's validation to the error handler; nothing else throws one. */
export class InvalidRequest extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.code)
  }
}

type Issue = z.core.$ZodIssue

const sizes = {
  too_small: { string: 'field.too_small.string', array: 'field.too_small.array', number: 'field.too_small.number' },
  too_big: { string: 'field.too_big.string', array: 'field.too_big.array', number: 'field.too_big.number' },
} as const

/** Sentences for zod's most frequent issues; a schema's own text takes precedence. */
function sentenceOf(issue: Issue): Sentence {
  if (issue.message !== undefined && isTextId(issue.message)) return issue.message
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'field.isRequired'
  if (issue.code === 'invalid_type')
    return issue.expected === 'int' ? 'field.mustBeAWholeNumber' : ['field.mustBeOfType', { type: issue.expected }]
  if (issue.code === 'invalid_format')
    return issue.format === 'datetime'
      ? 'field.mustBeADateAndTime'
      : issue.format === 'date'
        ? 'field.mustBeADateLike'
        : 'field.hasTheWrongForm'
  if (issue.code === 'invalid_value') return ['field.mustBeOneOf', { values: issue.values.join(', ') }]
  if (issue.code === 'too_small' || issue.code === 'too_big') {
    const count = Number(issue.code === 'too_small' ? issue.minimum : issue.maximum)
    const origin = issue.origin === 'string' ? 'string' : issue.origin === 'array' ? 'array' : 'number'
    if (Number.isFinite(count)) return [sizes[issue.code][origin], { count: String(count) }]
  }
  return ['field.other', { sentence: issue.message ?? '' }]
}

/** `{ field: [sentence] }`; a field inside another is named `answers.0.value`. */
function fieldErrors(issues: readonly Issue[]): Record<string, Sentence[]> {
  const errors = new Map<string, Sentence[]>() // field names are whatever was sent, `toString` among them
  const add = (field: string, sentence: Sentence) => errors.set(field || 'body', [...(errors.get(field || 'body') ?? []), sentence])
  for (const issue of issues) {
    const field = issue.path.join('.')
    if (issue.code === 'unrecognized_keys') issue.keys.forEach(key => add([...issue.path, key].join('.'), 'field.isNotAKnownField'))
    else if (issue.code === 'invalid_union') add(field, 'field.hasTheWrongForm')
    else add(field, sentenceOf(issue))
  }
  return Object.fromEntries(errors)
}

/**
 * Fastify's validator: returns parsed values. Invalid path parameters are 404 (no such object);
 * everything else is 422 with a sentence per field.
 */
export function validatorCompiler({ schema, httpPart }: { schema: unknown; httpPart?: string }) {
  return (input: unknown) => {
    const parsed = (schema as z.ZodType).safeParse(input ?? undefined, { reportInput: true })
    if (parsed.success) return { value: parsed.data }
    if (httpPart === 'params') return { error: new InvalidRequest(refuse('not_found')) }
    return { error: new InvalidRequest(refuse('invalid', { errors: fieldErrors(parsed.error.issues) })) }
  }
}
