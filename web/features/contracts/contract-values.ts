import type { ContractVersion, FullContract } from '#contract/contracts.ts'
import { t } from '../../lib/messages.ts'

/** A contract as its form holds it. */
export type ContractValues = {
  key: string
  title: string
  body: string
  required_for: '' | 'registration' | 'booking'
}

export const emptyContract: ContractValues = { key: '', title: '', body: '', required_for: '' }

/** The text that is being written: the draft, or what is in force as the beginning of the next version. */
export const editableText = (contract: FullContract): Pick<ContractVersion, 'title' | 'body'> =>
  contract.versions.find(({ published_at }) => published_at === null) ?? contract

/** A contract as its form shows it. */
export function valuesOf(contract: FullContract): ContractValues {
  const { title, body } = editableText(contract)
  return { key: contract.key, title, body, required_for: contract.required_for ?? '' }
}

/** What is wrong before anything is sent. */
export const checkContract = ({ key, title, body }: ContractValues) => ({
  key: /^[a-z][a-z0-9_]{0,59}$/.test(key.trim()) ? undefined : t('contractForm.keyBad'),
  title: title.trim() ? undefined : t('contractForm.titleMissing'),
  body: body.trim() ? undefined : t('contractForm.bodyMissing'),
})

/** The form's values on the wire. */
export const bodyOf = ({ required_for, ...values }: ContractValues) => ({ ...values, required_for: required_for || null })
