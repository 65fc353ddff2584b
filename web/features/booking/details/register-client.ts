import type { Contract } from '#contract/contracts.ts'
import { acceptedOf } from '../../../lib/accepted-texts.ts'
import { completeLogin } from '../../sessions/complete-login.ts'
import type { JoinState } from '../../sessions/join-state.ts'
import { register } from '../../sessions/register.ts'
import { type Draft, saveDraft } from './draft.ts'

/** Registers the new person of a draft and logs them in. The draft is theirs from then on. */
export async function registerClient({ ticket = '', email }: JoinState, draft: Draft, contracts: readonly Contract[]): Promise<void> {
  const login = await register({
    registration_ticket: ticket,
    name: draft.name,
    password: null,
    email: draft.email.trim() || null,
    accepted_texts: acceptedOf(
      contracts.filter(({ required_for }) => required_for === 'registration'),
      draft.accepted,
    ),
  })
  completeLogin(login, email === undefined ? 'phone' : 'email')
  saveDraft(draft)
}
