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

/** Error texts by field, checked before the request. */
export const detailsProblems = (values: Details, required: readonly Contract[]) => ({
  ...(!values.name.trim() && { name: t('registration.nameMissing') }),
  ...(values.password !== '' && values.password.length < 15 && { password: t('registration.passwordShort') }),
  ...(values.email.trim() !== '' && !mayBeEmail(values.email) && { email: t('registration.emailWrong') }),
  ...(!areAccepted(required, values.accepted_texts) && { accepted_texts: t('registration.acceptMissing') }),
})
