import type { Contract } from '#contract/contracts.ts'
import { t } from '../../lib/messages.ts'

interface Details {
  name: string
  password: string
  email: string
  accepted_version_ids: string[]
}

/** Error texts by field, checked before the request. */
export const detailsProblems = (values: Details, required: readonly Contract[]) => ({
  ...(!values.name.trim() && { name: t('registration.nameMissing') }),
  ...(values.password !== '' && values.password.length < 15 && { password: t('registration.passwordShort') }),
  ...(values.email.trim() !== '' && !/^\S+@\S+\.\S+$/.test(values.email.trim()) && { email: t('registration.emailWrong') }),
  ...(required.some(contract => !values.accepted_version_ids.includes(contract.version_id)) && {
    accepted_version_ids: t('registration.acceptMissing'),
  }),
})
