import type { AcceptedText, Contract, ContractTranslation } from '#contract/contracts.ts'

/** The texts of a contract that this page can show: in the reader's language where there is one, and the binding one. */
export function textsOf({ translation, language, title, body, sha256 }: Contract): [ContractTranslation, ...ContractTranslation[]] {
  const binding = { language, title, body, sha256 }
  return translation ? [translation, binding] : [binding]
}

/** Whether the text is one of the contract's that this page can show: not one of another version, nor of another page's language. */
const isTextOf = (contract: Contract, { version_id, language }: AcceptedText): boolean =>
  contract.version_id === version_id && textsOf(contract).some(text => text.language === language)

/** The accepted texts of these contracts. */
export const acceptedOf = (contracts: readonly Contract[], accepted: readonly AcceptedText[]): AcceptedText[] =>
  accepted.filter(text => contracts.some(contract => isTextOf(contract, text)))

/** Whether a text of the contract's current version is accepted, in a language that this page shows. */
export const isAccepted = (contract: Contract, accepted: readonly AcceptedText[]): boolean => acceptedOf([contract], accepted).length > 0

/** Whether all of these contracts are accepted. */
export const areAccepted = (contracts: readonly Contract[], accepted: readonly AcceptedText[]): boolean =>
  contracts.every(contract => isAccepted(contract, accepted))
