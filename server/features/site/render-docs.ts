import { defaultLanguage } from '#contract/languages.ts'
import { refusals, type RefusalCode } from '#contract/refusals.ts'
import { sentenceOf } from '../../platform/refusal.ts'

interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const json = (value: unknown) => `<pre tabindex="0">${escape(JSON.stringify(value, null, 2))}</pre>`

/** Its inline styles, which its content security policy names by their hash. */
export const docsStyles = `
  :root { color-scheme: light dark; --ink: light-dark(#1d2b2a, #e8e6df); --paper: light-dark(#faf7f0, #161c1b); --line: light-dark(#ddd6c8, #33403e); --accent: light-dark(#1c6b5c, #7fd0bd) }
  body { margin: 0 auto; max-width: 60rem; padding: 2rem 1.25rem 5rem; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif }
  h1, h2, h3 { line-height: 1.2 } h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); padding-bottom: .4rem }
  a { color: var(--accent) } code, pre { font: .85rem/1.5 ui-monospace, monospace } pre { overflow: auto; max-height: 24rem; border: 1px solid var(--line); padding: .75rem; border-radius: .5rem }
  details { margin: .5rem 0 } summary { cursor: pointer } .call { border: 1px solid var(--line); border-radius: .75rem; padding: 1rem 1.25rem; margin: 1rem 0 }
  .call h3 { margin: 0 0 .25rem; font: 600 1rem/1.4 ui-monospace, monospace; overflow-wrap: anywhere } th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0 }`

function callSection(path: string, method: string, operation: Operation): string {
  const parameters = operation.parameters.map(
    parameter =>
      `<tr><td><code>${escape(parameter.name)}</code>${parameter.required ? '' : ' (optional)'}</td><td>${parameter.in}</td><td><code>${escape(JSON.stringify(parameter.schema))}</code></td></tr>`,
  )
  const body = operation.requestBody?.content['application/json']?.schema
  const answers = Object.entries(operation.responses).map(([status, { description, content }]) => {
    const schema = content?.['application/json']?.schema
    return `<details><summary><strong>${status}</strong></summary><p>${escape(description)
      .replaceAll('\n\n', '<br>')
      .replaceAll(/`(\w+)`/g, '<code>$1</code>')}</p>${schema ? json(schema) : ''}</details>`
  })
  return `<section class="call" id="${operation.operationId}"><h3>${method.toUpperCase()} ${escape(path)}</h3><p>${escape(operation.summary)} ${escape(operation.description)}</p>
    ${parameters.length > 0 ? `<table><thead><tr><th>Parameter</th><th>In</th><th>Form</th></tr></thead><tbody>${parameters.join('')}</tbody></table>` : ''}
    ${body ? `<details><summary>Body</summary>${json(body)}</details>` : ''}${answers.join('')}</section>`
}

/** The OpenAPI document as a page: no script, one style. */
export function renderDocs(document: Record<string, unknown>): string {
  const paths = document.paths as Record<string, Record<string, Operation>>
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const tags = [...new Set(operations.map(({ operation }) => operation.tags[0] ?? ''))]
  const sections = tags.map(
    tag =>
      `<h2>${escape(tag)}</h2>${operations
        .filter(({ operation }) => operation.tags[0] === tag)
        .map(({ path, method, operation }) => callSection(path, method, operation))
        .join('')}`,
  )
  const codes = Object.entries(refusals).map(
    ([code, { status }]) =>
      `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${escape(sentenceOf(code as RefusalCode, defaultLanguage))}</td></tr>`,
  )
  const shapes = Object.entries((document.components as { schemas: Record<string, unknown> }).schemas).map(
    ([name, schema]) => `<details><summary><code>${name}</code></summary>${json(schema)}</details>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Openhour API</title><style>${docsStyles}</style></head>
    <body><main><h1>Openhour API</h1><p>JSON over HTTP with a bearer token. The same as a document for programs: <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI 3.1).
    Refusals are RFC 9457 problem documents; their codes stand <a href="#refusals">below</a>.</p>${sections.join('')}
    <h2>Shapes</h2>${shapes.join('')}<h2 id="refusals">Refusals</h2><table><thead><tr><th>Code</th><th>Status</th><th>Sentence</th></tr></thead><tbody>${codes.join('')}</tbody></table></main></body></html>`
}
