import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

export interface Schema {
  $ref?: string
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  items?: Schema
  minItems?: number
  maxItems?: number
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  propertyNames?: Schema
}

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: Schema
}

interface Written {
  security: Record<string, unknown>[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>
}

export interface OpenApi {
  paths: Record<string, Record<string, Written>>
  components: { schemas: Record<string, Schema> }
}

/** One operation as the document describes it. */
export interface Described extends Written {
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** Only who is signed in gets further. */
  isProtected: boolean
  /** Of its JSON body, where it takes one. */
  body: Schema | null
  /** Why that is no such body; null where it is one. */
  explainNoBody: (value: unknown) => string | null
  /**
   * Whether that, as it stands in an address, is such a parameter: numbers and booleans are written as text there.
   */
  isParameter: (parameter: Parameter, text: string) => boolean
  /** What is wrong with an answer, by the document; null where nothing is. */
  findFault: (status: number, type: string, body: unknown) => string | null
}

/** Reads a document as an API client does, without other knowledge. */
export function readDocument(document: OpenApi): { operations: Described[]; resolve: (schema: Schema) => Schema } {
  // Each schema is compiled once and asked a few times: making its code quicker would take longer than asking.
  const how = { strict: false, inlineRefs: false, code: { optimize: false } }
  const strictly = new Ajv2020(how)
  const asText = new Ajv2020({ ...how, coerceTypes: true })
  for (const ajv of [strictly, asText]) {
    addFormats.default(ajv)
    ajv.addSchema({ $id: 'api', components: document.components })
  }
  const known = new Map<Schema, ValidateFunction>()
  /**
   * The check of a schema as it stands, or of an object whose `value` it is of: what comes as text is read into
   * its parent.
   */
  const check = (ajv: Ajv2020, schema: Schema): ValidateFunction => {
    const whole = ajv === asText ? { type: 'object', properties: { value: schema } } : schema
    const compiled =
      known.get(schema) ?? ajv.compile(JSON.parse(JSON.stringify(whole).replaceAll('"#/components', '"api#/components')) as object)
    known.set(schema, compiled)
    return compiled
  }
  const resolve = (schema: Schema): Schema =>
    schema.$ref ? resolve(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema

  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, written]): Described => {
      const body = written.requestBody?.content['application/json']?.schema ?? null
      return {
        ...written,
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase() as Described['method'],
        path,
        isProtected: !written.security.some(way => Object.keys(way).length === 0),
        body,
        explainNoBody(value) {
          const isBody = body && check(strictly, body)
          return !isBody || isBody(value) ? null : strictly.errorsText(isBody.errors, { dataVar: 'body' })
        },
        isParameter: ({ schema }, text) => check(asText, schema)({ value: text }),
        findFault(status, type, answer) {
          const documented = written.responses[status]
          if (!documented) return `${status} is not documented`
          if (!documented.content) return null
          const media = Object.entries(documented.content).find(([name]) => type.startsWith(name))
          if (!media) return `${status} is not documented as ${type || 'something without a type'}`
          const isAnswer = check(strictly, media[1].schema)
          if (!isAnswer(answer)) return `${status} has another shape: ${strictly.errorsText(isAnswer.errors)}`
          const code = status >= 400 ? (answer as { code: string }).code : undefined
          return code && !documented.description.includes(`\`${code}\``) ? `${status} ${code} is not documented` : null
        },
      }
    }),
  )
  return { operations, resolve }
}
