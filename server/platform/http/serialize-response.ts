import type * as z from 'zod'

/**
 * Returns a function that validates a response and writes it as JSON. Fields that the schema does not
 * contain are left out; a value that does not fit throws, and nothing of it is sent. The result is bytes,
 * because Node measures and converts a string with non-Latin letters twice.
 */
export function responseSerializer(schema: z.ZodType): (response: unknown) => Buffer {
  return response => Buffer.from(JSON.stringify(schema.parse(response)))
}
