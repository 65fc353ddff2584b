import type { Login } from '#contract/people.ts'
import { type Input, call, queryKeyOf } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { clearSession } from '../../lib/session.ts'
import { joinState } from './join-state.ts'

/** Registers a new person. A failure clears the login state, as every failed login does. */
export async function register(body: Input<'POST /api/register'>['body']): Promise<Login> {
  try {
    const { registrationKey } = joinState()
    return await call('POST /api/register', { body, ...(registrationKey && { idempotencyKey: registrationKey }) })
  } catch (error) {
    clearSession()
    if (isRefusal(error, 'contracts_required')) await queryClient.invalidateQueries({ queryKey: queryKeyOf('GET /api/show-list') })
    throw error
  }
}
