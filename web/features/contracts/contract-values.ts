import type { ContractVersion, FullContract } from '#contract/contracts.ts'
import { t } from '../../lib/messages.ts'

/** Values of the contract form. */
export type ContractValues = {
  key: string
  title: string
  body: string
  required_for: '' | 'registration' | 'booking'
  language: string
}

/** A new contract, in the organisation's language. */
export const emptyContract = (language: string): ContractValues => ({ key: '', title: '', body: '', required_for: '', language })

/** The text to edit: the draft, or the version in force as the start of the next one. */
export const editableText = (contract: FullContract): Pick<ContractVersion, 'title' | 'body' | 'language'> =>
  contract.versions.find(({ published_at }) => published_at === null) ?? contract

/** The form's values of a contract: those of `editableText`. */
export function valuesOf(contract: FullContract): ContractValues {
  const { title, body, language } = editableText(contract)
  return { key: contract.key, title, body, language, required_for: contract.required_for ?? '' }
}

/** Error texts by field. */
export const checkContract = ({ key, title, body }: ContractValues) => ({
  key: /^[a-z][a-z0-9_]{0,59}$/.test(key.trim()) ? undefined : t('contractForm.keyBad'),
  title: title.trim() ? undefined : t('contractForm.titleMissing'),
  body: body.trim() ? undefined : t('contractForm.bodyMissing'),
})

/** The request body. */
export const bodyOf = ({ required_for, ...values }: ContractValues) => ({ ...values, required_for: required_for || null })
