import { Validator } from '@seriousme/openapi-schema-validator'

/** A public validator's verdict on an OpenAPI document. */
export async function validate(document: Record<string, unknown>): Promise<object> {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(document)
  return valid ? { valid, version: validator.version } : { valid, errors }
}
