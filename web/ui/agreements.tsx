import type { AcceptedText, Contract } from '#contract/contracts.ts'
import { IconFileText } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { acceptedOf, areAccepted, isAccepted, textsOf } from '../lib/accepted-texts.ts'
import { formatList, quote } from '../lib/format-values.ts'
import { t } from '../lib/messages.ts'
import { BindingNote } from './binding-note.tsx'
import { FieldError } from './field.tsx'
import { CheckField } from './fields.tsx'
import styles from './agreements.module.css'
import { Markdown } from './markdown.tsx'

interface AgreementsProps {
  contracts: readonly Contract[]
  value: readonly AcceptedText[]
  onChange: (accepted: AcceptedText[]) => void
  error?: string | undefined
  /** Staff accept for the client: the texts name the client. */
  behalf?: boolean
  /** One checkbox for all of them. */
  together?: boolean
}

/** The contracts to accept: each text and a checkbox. The version that is shown is accepted, in the language that is shown. */
export function Agreements({ contracts, value, onChange, error, behalf = false, together = false }: AgreementsProps) {
  const id = useId()
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const shared = together && contracts.length > 1
  const acceptsAll = areAccepted(contracts, value)
  const shownOf = (contract: Contract) => {
    const wanted = chosen[contract.version_id] ?? acceptedOf([contract], value)[0]?.language
    const texts = textsOf(contract)
    return texts.find(({ language }) => language === wanted) ?? texts[0]
  }
  const textOf = (contract: Contract): AcceptedText => ({ version_id: contract.version_id, language: shownOf(contract).language })
  const without = ({ version_id }: Contract) => value.filter(other => other.version_id !== version_id)
  const show = (contract: Contract, language: string) => {
    setChosen({ ...chosen, [contract.version_id]: language })
    // What was accepted is another text than the one that is shown now.
    onChange(without(contract))
  }
  return (
    <fieldset className={styles.agreements} aria-describedby={error ? id : undefined}>
      <legend className={styles.legend}>
        <h2>{t(behalf ? 'ui.agreementsBehalf' : 'ui.agreements')}</h2>
      </legend>
      {contracts.map(contract => {
        const { title, body, language } = shownOf(contract)
        return (
          <div key={contract.version_id} className={styles.agreement}>
            <details open={contract.version_id in chosen || undefined}>
              <summary>
                <IconFileText size={20} stroke={1.7} aria-hidden="true" />
                <span>{t('ui.readContract', { title })}</span>
              </summary>
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls takes the focus (axe: scrollable-region-focusable) */}
              <div className={styles.text} role="group" aria-label={title} tabIndex={0}>
                <Markdown text={body} language={language} />
              </div>
            </details>
            <BindingNote contract={contract} shown={language} onShow={next => show(contract, next)} />
            {!shared && (
              <CheckField
                label={t(behalf ? 'ui.acceptContractBehalf' : 'ui.acceptContract', { title })}
                name={`accept-${contract.key}`}
                value={isAccepted(contract, value)}
                invalid={error !== undefined && !isAccepted(contract, value)}
                onChange={yes => onChange(yes ? [...without(contract), textOf(contract)] : without(contract))}
              />
            )}
          </div>
        )
      })}
      {shared && (
        <div className={styles.agreement}>
          <CheckField
            label={t('ui.acceptContracts', { titles: formatList(contracts.map(contract => quote(shownOf(contract).title))) })}
            name="accept-all"
            value={acceptsAll}
            invalid={error !== undefined && !acceptsAll}
            onChange={yes => onChange(yes ? contracts.map(textOf) : [])}
          />
        </div>
      )}
      <FieldError id={id} error={error} />
    </fieldset>
  )
}
