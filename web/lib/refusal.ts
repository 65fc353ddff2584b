import type { Problem } from '#contract/problem.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { t } from './messages.ts'

/** `offline`: no answer came at all. */
export type Code = RefusalCode | 'offline'

/** A call that was refused or did not arrive: what the server said (problem details), as an error that can be thrown. */
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

  /** By field, on 422: sentences for a person. */
  get errors(): Record<string, string[]> {
    return this.problem.errors ?? {}
  }
}

export const isRefusal = (error: unknown, code?: Code): error is Refusal =>
  error instanceof Refusal && (code === undefined || error.code === code)

/** No answer came: the network is away, or the server is. */
export const offline = (): Refusal => new Refusal(0, 'offline', t('app.offline'))

/** Reads what a refused call answered; anything that is not problem details becomes an honest `unexpected`. */
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

/** The sentence to show for anything that went wrong. */
export const sentenceOf = (error: unknown): string => (error instanceof Refusal ? error.message : t('app.unexpected'))
