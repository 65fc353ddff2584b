import { calls } from '#contract/calls.ts'
import { contentSecurityPolicy, hashOf } from '../../platform/http/content-security-policy.ts'
import { openApiDocument } from '../../platform/http/openapi.ts'
import { docsStyles, renderDocs } from './render-docs.ts'
import { version } from './version.ts'

interface ApiDescription {
  /** The OpenAPI document. */
  document: Buffer
  /** The same as a page, and its content security policy. */
  page: Buffer
  policy: string
}

let described: ApiDescription | undefined

/**
 * The API's description as it is sent. It is megabytes, the same for every organisation and asked for without a
 * login, so it is written once; on the first request, because few callers need it and it would slow down the start.
 */
export function describeApi(): ApiDescription {
  if (described) return described
  const document = openApiDocument(calls, version)
  described = {
    document: Buffer.from(JSON.stringify(document)),
    page: Buffer.from(renderDocs(document)),
    policy: contentSecurityPolicy({ styles: [hashOf(docsStyles)] }),
  }
  return described
}
