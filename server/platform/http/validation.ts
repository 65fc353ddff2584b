import type { z } from 'zod'
import { refuse, type Refusal } from '../refusal.ts'

/** Carries a refusal through Fastify's validation to the error handler; nothing else throws one. */
export class InvalidRequest extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.code)
  }
}

type Issue = z.core.$ZodIssue

/** Messages for zod's most frequent issues; a schema's own message takes precedence. */
function sentenceOf(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined && issue.code === 'invalid_type') return 'is required'
  if (issue.code === 'invalid_type') return `must be ${issue.expected === 'int' ? 'a whole number' : `of type ${issue.expected}`}`
  if (issue.code === 'invalid_format')
    return issue.format === 'datetime'
      ? 'must be a date and time'
      : issue.format === 'date'
        ? 'must be a date like 2026-11-24'
        : 'has the wrong form'
  if (issue.code === 'invalid_value') return `must be one of: ${issue.values.join(', ')}`
  return undefined
}

/** `{ field: [sentence] }`; a field inside another is named `answers.0.value`. */
export function fieldErrors(issues: readonly Issue[]): Record<string, string[]> {
  const errors = new Map<string, string[]>() // field names are whatever was sent, `toString` among them
  const add = (field: string, sentence: string) => errors.set(field || 'body', [...(errors.get(field || 'body') ?? []), sentence])
  for (const issue of issues) {
    const field = issue.path.join('.')
    if (issue.code === 'unrecognized_keys') issue.keys.forEach(key => add([...issue.path, key].join('.'), 'is not a known field'))
    else if (issue.code === 'invalid_union') add(field, 'has the wrong form')
    else add(field, issue.message)
  }
  return Object.fromEntries(errors)
}

/**
 * Fastify's validator: returns parsed values. Invalid path parameters are 404 (no such object);
 * everything else is 422 with a sentence per field.
 */
export function validatorCompiler({ schema, httpPart }: { schema: unknown; httpPart?: string }) {
  return (input: unknown) => {
    const parsed = (schema as z.ZodType).safeParse(input ?? undefined, { error: sentenceOf })
    if (parsed.success) return { value: parsed.data }
    if (httpPart === 'params') return { error: new InvalidRequest(refuse('not_found')) }
    return { error: new InvalidRequest(refuse('invalid', { errors: fieldErrors(parsed.error.issues) })) }
  }
}
