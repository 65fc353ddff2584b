import fc from 'fast-check'
import type { Dice } from '../../../database/demo/random.ts'
import type { Described, Schema } from './document.ts'
import { breakValue } from './break-value.ts'
import type { Pool } from './pool.ts'
import { validValues } from './values.ts'

/** What goes over the wire. */
export interface Fuzzed {
  path: string
  headers: Record<string, string>
  body: string | Buffer | null
  /** What about it the document surely does not allow; null: nothing that the document could say. */
  violates: string | null
}

/** Requests of one operation, right and wrong ones. The same seed makes the same ones where the same is there. */
export class Requests {
  readonly #operation: Described
  readonly #resolve: (schema: Schema) => Schema
  readonly #valid: fc.Arbitrary<{ parameters: Record<string, unknown>; body: unknown }>

  constructor(operation: Described, pool: Pool, resolve: (schema: Schema) => Schema) {
    this.#operation = operation
    this.#resolve = resolve
    const kind = operation.path.split('/')[2] ?? ''
    const nameOf = (name: string) => (name === 'id' ? kind.replace(/ies$/, 'y').replace(/s$/, '') : name)
    const parameters = operation.parameters.filter(parameter => parameter.in !== 'header')
    this.#valid = fc.record({
      parameters: fc.record(
        Object.fromEntries(parameters.map(({ name, schema }) => [name, validValues(schema, nameOf(name), pool, resolve)])),
        { requiredKeys: parameters.filter(({ required }) => required).map(({ name }) => name) },
      ),
      body: operation.body ? validValues(operation.body, '', pool, resolve) : fc.constant(undefined),
    })
  }

  make(dice: Dice, valid: boolean): Fuzzed {
    const [made] = fc.sample(this.#valid, { seed: dice.between(0, 2 ** 31 - 1), numRuns: 1 })
    const request = this.#write(made!)
    return valid ? request : this.#spoil(request, made!, dice)
  }

  #write({ parameters, body }: { parameters: Record<string, unknown>; body: unknown }, violates: string | null = null): Fuzzed {
    const { path, parameters: described } = this.#operation
    const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(parameters[name]))
    const query = described
      .filter(parameter => parameter.in === 'query' && parameters[parameter.name] !== undefined)
      .map(({ name }) => `${name}=${encode(parameters[name])}`)
    return {
      path: query.length > 0 ? `${address}?${query.join('&')}` : address,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
      violates,
    }
  }

  /** One thing wrong, or merely odd, with a right request. */
  #spoil(request: Fuzzed, made: { parameters: Record<string, unknown>; body: unknown }, dice: Dice): Fuzzed {
    const { body, explainNoBody, parameters, isParameter, requestBody } = this.#operation
    const kinds = [
      'headers',
      ...(parameters.length > 0 ? ['parameter', 'parameter'] : []),
      ...(body ? ['body', 'body', 'body', 'body', 'raw'] : ['sent']),
    ]
    const kind = dice.pick(kinds)
    if (kind === 'body' && body) {
      for (let tries = 0; tries < 10; tries += 1) {
        const { value, what } = breakValue(structuredClone(made.body), body, this.#resolve, dice)
        const why = explainNoBody(value)
        if (why) return this.#write({ ...made, body: value }, `${what} (${why})`)
      }
    }
    if (kind === 'parameter') {
      const parameter = dice.pick(parameters)
      const text = dice.pick(oddTexts)
      if (parameter.in === 'header') return { ...request, headers: { ...request.headers, [parameter.name]: dice.pick(oddHeaders) } }
      if (parameter.in === 'path' && text === '') return request
      const violates = isParameter(parameter, text) ? null : `${parameter.name} ${JSON.stringify(text.slice(0, 40))}`
      return { ...this.#write({ ...made, parameters: { ...made.parameters, [parameter.name]: text } }), violates }
    }
    if (kind === 'raw') {
      const [what, raw, type = 'application/json'] = dice.pick(rawBodies)
      return { ...request, headers: { 'content-type': type }, body: raw, violates: requestBody?.required || raw.length > 0 ? what : null }
    }
    if (kind === 'sent')
      return { ...request, headers: { 'content-type': 'application/json' }, body: dice.pick(['{"', '{"extra":1}', '[]', 'null', '""']) }
    return { ...request, headers: { ...request.headers, ...dice.pick(headerSets) } }
  }
}

const encode = (value: unknown) => encodeURIComponent((typeof value === 'string' ? value : String(value)).replaceAll(/\p{Cs}/gu, ''))

const long = 'x'.repeat(5000)
const oddTexts = [
  '',
  ' ',
  '0',
  '-1',
  '1e9',
  '1.5',
  'NaN',
  'true',
  'null',
  '[]',
  '\u0000',
  '%',
  '../../etc/passwd',
  "' OR 1=1 --",
  '9'.repeat(30),
  '2026-02-30',
  '2026-13-01',
  '0000-00-00',
  '2026-12-01T25:00:00Z',
  '01900000-0000-7000-8000-000000000000',
  'not-a-uuid',
  long,
  '🙂',
  '\u202E',
  'xxx',
  '2147483648',
  '9223372036854775808',
  'Infinity',
  '+1',
  '0x10',
]
const oddHeaders = ['', ' ', 'a b', 'x'.repeat(201), '\t', '"', '\u00e9', 'ok-key']
const headerSets: Record<string, string>[] = [
  { accept: 'text/html' },
  { accept: 'application/xml;q=0.9, */*;q=0' },
  { 'accept-language': '*;q=' + '9'.repeat(50) },
  { 'accept-encoding': 'br;q=0, identity;q=0' },
  { 'if-none-match': '*' },
  { 'if-none-match': 'W/"x", "' },
  { 'if-modified-since': 'yesterday' },
  { range: 'bytes=0-0' },
  { cookie: '__Host-session=x; =; ;;' },
  { 'x-forwarded-for': "1.2.3.4, ' OR 1=1" },
  { 'x-http-method-override': 'DELETE' },
  { forwarded: 'for=_gazonk' },
  { 'sec-fetch-site': 'cross-site' },
  { origin: 'null' },
  { 'user-agent': 'A'.repeat(2000) },
  { 'user-agent': '' },
  { 'content-language': '\u00e9' },
  { 'x-request-id': '$(id)' },
]
const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
const rawBodies: [string, string | Buffer, string?][] = [
  ['broken JSON', '{"name": '],
  ['broken JSON', '{name: 1}'],
  ['broken JSON', '{"a":1}}'],
  ['broken JSON', '\ufeff{"a":1'],
  ['not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['a deep nest', deep],
  ['a list', '[]'],
  ['a text', '"text"'],
  ['a number', '1e400'],
  ['a prototype', '{"__proto__":{"admin":true}}'],
  ['a constructor', '{"constructor":{"prototype":{"admin":true}}}'],
  ['another type', 'name=value', 'application/x-www-form-urlencoded'],
  ['another type', '<a/>', 'application/xml'],
  ['another type', '{}', 'text/plain'],
  ['another type', '{}', 'nonsense'],
  ['another type', '{}', 'multipart/form-data'],
  ['another type', '--x\r\n\r\n--x--', 'multipart/form-data; boundary=x'],
  ['too much', `{"a":"${'y'.repeat(1_200_000)}"}`],
]
