import pg from 'pg'
import { Pool as Connections } from 'undici'
import { createDice } from '../../database/demo/random.ts'
import { startProduct } from '../../e2e/support/start-product.ts'
import { defineDrill } from '../drill-support/drill.ts'
import { actors, makeActors, type Actor } from './fuzz/actors.ts'
import { readDocument, type Described, type OpenApi } from './fuzz/document.ts'
import { faultKinds, checkAnswer, type Answer, type FaultKind } from './fuzz/check-answer.ts'
import { Pool } from './fuzz/pool.ts'
import { Requests, type Fuzzed } from './fuzz/requests.ts'

/** As many different ones of a kind are said. */
const maxReported = 40
const few = { requests: 6 }

/**
 * `npm run drill -- fuzz`: calls every operation of the OpenAPI document as every role, with valid and invalid
 * requests.
 */
export const drill = defineDrill({
  promise:
    'The API is what its document says: whatever is sent, it answers as documented, takes nothing that the document forbids, and never fails.',
  // `every`: one operation in so many; unit tests call all of them.
  options: { seed: 1, requests: 60, every: 1 },
  short: { requests: 2, every: 3 },
  controls: {
    failing: { breaks: 'a column is gone from the database', turnsRed: [faultKinds.failed], options: few },
    shape: { breaks: 'the document says that names are numbers', turnsRed: [faultKinds.undocumented], options: few },
    status: { breaks: 'the document leaves out that things may not be found', turnsRed: [faultKinds.undocumented], options: few },
    bounds: {
      breaks: 'the document allows no more than a character where something is looked for',
      turnsRed: [faultKinds.accepted],
      options: few,
    },
    guard: { breaks: 'the document says that everything is for who is signed in', turnsRed: [faultKinds.open], options: few },
  },
  async run({ options: { seed, requests, every }, broken }) {
    const product = await startProduct()
    const database = new pg.Client({ connectionString: await product.databaseUrl() })
    const connections = new Connections(product.url, { connections: actors.length, pipelining: 1, headersTimeout: 15_000 })
    try {
      await database.connect()
      const read = await connections.request({ method: 'GET', path: '/api/openapi.json' })
      const document = (await read.body.json()) as OpenApi
      if (broken === 'failing') await database.query('ALTER TABLE places RENAME COLUMN address TO gone')
      else if (broken) alter[broken](document)
      const { operations: all, resolve } = readDocument(document)
      const operations = inOrder(all).filter((_, at) => at % every === 0)
      const pool = new Pool()
      const found = new Map<FaultKind, Map<string, number>>()
      const statuses: Record<string, number> = {}
      let asked = 0

      const ask = async (operation: Described, actor: Actor, token: string | null, request: Fuzzed) => {
        const answer = await send(connections, operation, token, request)
        asked += 1
        const group = `${actor} ${answer.status}`
        statuses[group] = (statuses[group] ?? 0) + 1
        if (answer.status < 300) pool.learn(answer.body, singular(operation.path.split('/')[2] ?? ''))
        for (const [kind, what] of checkAnswer(operation, actor, request, answer)) {
          const line = `${operation.name}: ${what}`
          const lines = found.get(kind) ?? new Map<string, number>()
          lines.set(line, (lines.get(line) ?? 0) + 1)
          found.set(kind, lines)
        }
        // With the ETag of the first answer: not modified.
        if (answer.etag && !request.headers['if-none-match'])
          await ask(operation, actor, token, { ...request, headers: { ...request.headers, 'if-none-match': answer.etag } })
      }
      for (const [turn, operation] of operations.entries()) {
        const tokens = await makeActors(database, turn)
        // Once rightly by who may do everything, so that what is there is known.
        const made = new Requests(operation, pool, resolve)
        const start = createDice(`fuzz ${seed} ${operation.name}`)
        await ask(operation, 'administrator', tokens.administrator, made.make(start, true))
        const informed = new Requests(operation, pool, resolve)
        await Promise.all(
          actors.map(async actor => {
            for (let number = 0; number < requests; number += 1) {
              const dice = createDice(`fuzz ${seed} ${operation.name} ${actor} ${number}`)
              await ask(operation, actor, tokens[actor], informed.make(dice, number % 3 === 0))
            }
          }),
        )
      }

      const counts = Object.entries(faultKinds).map(([kind, what]) => {
        const lines = [...(found.get(kind as FaultKind) ?? [])]
        if (lines.length > 0) console.log(`${what}:`)
        for (const [line, count] of lines.slice(0, maxReported)) console.log(`  ${count} × ${line}`)
        return { what, value: lines.reduce((sum, [, count]) => sum + count, 0), atMost: 0, unit: `of ${asked}` }
      })
      if (found.has('failed'))
        console.log(
          (await product.logs()).server
            .split('\n')
            .filter(line => line.includes('unexpected'))
            .slice(0, 5)
            .join('\n'),
        )
      if (counts.some(({ value }) => value > 0)) console.log(`Again: npm run drill -- fuzz --seed ${seed} --requests ${requests}`)
      const wrong = counts.reduce((sum, { value }) => sum + value, 0)
      return {
        figures: {
          operations: operations.length,
          asked,
          statuses,
          found: Object.fromEntries([...found].map(([kind, lines]) => [kind, Object.fromEntries(lines)])),
        },
        targets: counts,
        main: `${asked} requests to ${operations.length} operations as ${actors.length} kinds of people, ${wrong} answers wrong`,
      }
    } finally {
      await database.end()
      await connections.close()
      await product.stop()
    }
  },
})

const singular = (noun: string) => noun.replace(/ies$/, 'y').replace(/s$/, '')

/** What tells what is there comes first, and what ends things last. */
const inOrder = (operations: readonly Described[]) =>
  operations.toSorted((a, b) => rank(a) - rank(b) || a.path.length - b.path.length || a.name.localeCompare(b.name))
const rank = ({ method, path }: Described) =>
  method === 'GET' ? (path.includes('{') ? 1 : 0) : /erase|merge|cancel|DELETE|logout|settings/.test(`${method} ${path}`) ? 3 : 2

/** A document that says something else than the product does. */
const alter = {
  shape: ({ components }: OpenApi) => void (components.schemas.MentorName = { type: 'object', properties: { name: { type: 'integer' } } }),
  status: ({ paths }: OpenApi) => {
    for (const { responses } of Object.values(paths).flatMap(methods => Object.values(methods))) delete responses['404']
  },
  bounds: ({ paths }: OpenApi) => {
    for (const { parameters } of Object.values(paths).flatMap(methods => Object.values(methods))) {
      for (const { in: where, schema } of parameters)
        if (where === 'query' && schema.type === 'string' && !schema.format && !schema.enum) schema.maxLength = 1
    }
  },
  guard: ({ paths }: OpenApi) => {
    for (const written of Object.values(paths).flatMap(methods => Object.values(methods))) written.security = [{ token: [] }]
  },
}

async function send(connections: Connections, { method }: Described, token: string | null, request: Fuzzed): Promise<Answer> {
  const { statusCode, headers, body } = await connections.request({
    method,
    path: request.path,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...request.headers },
    ...(request.body !== null && method !== 'GET' && { body: request.body }),
  })
  const type = String(headers['content-type'] ?? '')
  if (type.startsWith('text/event-stream')) {
    // It has no end.
    body.on('error', () => undefined).destroy()
    return { status: statusCode, type, etag: null, body: null }
  }
  const text = await body.text()
  const isJson = /^application\/(problem\+)?json/.test(type)
  return { status: statusCode, type, etag: headers.etag ? String(headers.etag) : null, body: isJson ? JSON.parse(text) : text }
}
