import type { User } from '#contract/people.ts'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { withRecentSignIn } from '../sessions/recent-sign-in.ts'
import { toast } from '../../ui/toast.ts'

/** As in the contract (NIST SP 800-63B-4, a single factor). */
const minLength = 15

const empty = { current_password: '', password: '' }

/** Sets or changes the password; changing needs the current one. */
export function usePasswordForm(hasPassword: boolean, onSaved: (user: User) => void) {
  return useForm({
    initial: empty,
    at: { wrong_password: 'current_password' },
    check: ({ current_password, password }) => ({
      current_password: hasPassword && !current_password ? t('passwordChange.currentMissing') : undefined,
      password: password.length < minLength ? t('passwordChange.short', { count: password.length }) : undefined,
    }),
    submit: async ({ current_password, password }) => {
      // Without the revision: the server compares the password, and another section's save does not concern it.
      const body = { password, ...(hasPassword && { current_password }) }
      onSaved(await withRecentSignIn(() => call('PUT /api/my-profile', { body })))
      toast(t('passwordChange.done'), { type: 'success' })
    },
  })
}
