import type { Problem } from '#contract/problem.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { t } from './messages.ts'

/** `offline`: no answer arrived. */
export type Code = RefusalCode | 'offline'

/** The error of a failed call, with the problem details of the server. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly code: Code
  readonly problem: Partial<Problem>

  constructor(status: number, code: Code, message: string, problem: Partial<Problem> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.problem = problem
  }

  /** Error texts by field, on 422. */
  get errors(): Record<string, string[]> {
    return this.problem.errors ?? {}
  }
}

/** Whether an error is a refusal of the API; of this code, if one is given. */
export const isRefusal = (error: unknown, code?: Code): error is Refusal =>
  error instanceof Refusal && (code === undefined || error.code === code)

/** The refusal for a call without an answer. */
export const offline = (): Refusal => new Refusal(0, 'offline', t('app.offline'))

/** Reads the problem details of a refused call; any other answer becomes `unexpected` or `unavailable`. */
export async function refusalOf(response: Response): Promise<Refusal> {
  const problem = await readProblem(response)
  const code =
    (problem?.code as RefusalCode | undefined) ?? (response.status === 503 || response.status === 502 ? 'unavailable' : 'unexpected')
  return new Refusal(response.status, code, problem?.message || t('app.unexpected'), problem ?? {})
}

async function readProblem(response: Response): Promise<Partial<Problem> | null> {
  if (!/json/.test(response.headers.get('content-type') ?? '')) return null
  const body: unknown = await response.json().catch(() => null)
  return typeof body === 'object' && body !== null ? body : null
}

/** The error text to show. */
export const sentenceOf = (error: unknown): string => (error instanceof Refusal ? error.message : t('app.unexpected'))
