import type { Actor } from './actors.ts'
import type { Described } from './document.ts'
import type { Fuzzed } from './requests.ts'

/** What must not happen, as targets of zero. */
export const faultKinds = {
  failed: 'answers that are an error of the server',
  undocumented: 'answers with a status, code or shape that is not documented',
  accepted: 'requests that the document does not allow, and that were accepted',
  open: 'visitors let in where a sign-in is required',
} as const
export type FaultKind = keyof typeof faultKinds

export interface Answer {
  status: number
  type: string
  etag: string | null
  body: unknown
}

/** What is wrong with an answer, kind by kind; nothing where all is well. */
export function checkAnswer(operation: Described, actor: Actor, { violates }: Fuzzed, answer: Answer): [FaultKind, string][] {
  const { status, type, body } = answer
  const found: [FaultKind, string][] = []
  const code = (body as { code?: string } | null)?.code ?? ''
  // The demo has no gateway, and says so where an invitation is to be sent by one.
  if (status >= 500 && code !== 'no_gateway') found.push(['failed', `${status} ${code}`])
  const fault = operation.findFault(status, type, body)
  if (fault) found.push(['undocumented', fault])
  if (violates && status < 400) found.push(['accepted', violates])
  if (operation.isProtected && actor === 'visitor' && status < 400) found.push(['open', String(status)])
  return found
}
