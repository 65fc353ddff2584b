import type { AcceptedText, Contract } from '#contract/contracts.ts'
import { areAccepted } from '../../lib/accepted-texts.ts'
import { t } from '../../lib/messages.ts'
import { mayBeEmail } from './address.ts'

interface Details {
  name: string
  password: string
  email: string
  accepted_texts: AcceptedText[]
}

/** The error text of a new password. It says that the field may stay empty only where that is so. */
export function passwordProblem(password: string, { isOptional }: { isOptional: boolean }): { password?: string } {
  if (password.length >= 15 || (isOptional && password === '')) return {}
  return { password: isOptional ? t('registration.passwordShort') : t('passwordChange.short', { count: password.length }) }
}

/** Error texts by field, checked before the request. */
export const detailsProblems = (values: Details, required: readonly Contract[]) => ({
  ...(!values.name.trim() && { name: t('registration.nameMissing') }),
  ...passwordProblem(values.password, { isOptional: true }),
  ...(values.email.trim() !== '' && !mayBeEmail(values.email) && { email: t('registration.emailWrong') }),
  ...(!areAccepted(required, values.accepted_texts) && { accepted_texts: t('registration.acceptMissing') }),
})
