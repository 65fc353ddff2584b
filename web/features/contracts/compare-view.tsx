import type { ContractVersion, FullContract } from '#contract/contracts.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { CheckField, SelectField } from '../../ui/fields.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { compareTexts, countChanges, collapseUnchanged, type Passage } from './compare-texts.ts'
import styles from './contracts.module.css'

/** Compares two versions word by word. The address holds both. */
export function CompareView({ contract: { versions } }: { contract: FullContract }) {
  const [params, setParams] = useSearchParams<'contract'>()
  const [newest, before] = versions
  if (!newest || !before)
    return (
      <EmptyState title={t('contract.view.compare')}>
        <p>{t('compareVersions.onlyOne')}</p>
      </EmptyState>
    )
  const named = (version: string | undefined) => versions.find(other => String(other.version) === version)
  const to = named(params.version) ?? newest
  const from = named(params.from) ?? versions.find(({ version }) => version < to.version) ?? before
  const [older, newer] = from.version <= to.version ? [from, to] : [to, from]
  const options = versions.map(version => ({ value: String(version.version), label: formatOption(version) }))
  return (
    <div className={styles.stack}>
      <div className={styles.filters}>
        <SelectField
          label={t('compareVersions.from')}
          name="from"
          options={options}
          value={String(older.version)}
          onChange={value => setParams({ from: value, version: String(newer.version) }, { replace: true })}
        />
        <SelectField
          label={t('compareVersions.to')}
          name="version"
          options={options}
          value={String(newer.version)}
          onChange={value => setParams({ from: String(older.version), version: value }, { replace: true })}
        />
      </div>
      <Comparison older={older} newer={newer} />
    </div>
  )
}

const formatOption = ({ version, published_at }: ContractVersion) =>
  published_at ? t('contract.version', { version }) : t('compareVersions.option', { version, state: t('compareVersions.draft') })

const textOf = ({ title, body }: ContractVersion) => `${title}\n\n${body}`

function Comparison({ older, newer }: { older: ContractVersion; newer: ContractVersion }) {
  const [only, setOnly] = useState(false)
  const query = useQuery({
    queryKey: ['comparison', older.version_id, older.sha256, newer.version_id, newer.sha256, older.title, newer.title],
    queryFn: () => compareTexts(textOf(older), textOf(newer)),
    staleTime: Infinity,
  })
  return (
    <Loaded query={query} skeleton={<TextSkeleton lines={12} />}>
      {passages => {
        const { added, removed } = countChanges(passages)
        if (added + removed === 0) return <Notice>{t('compareVersions.same')}</Notice>
        const label = t('compareVersions.text', { from: older.version, to: newer.version })
        return (
          <>
            <div>
              <p role="status">
                <strong>{t('compareVersions.changes', { added, removed })}</strong>
              </p>
              <p className="soft small">{t('compareVersions.legend')}</p>
              <CheckField label={t('compareVersions.only')} name="only" value={only} onChange={setOnly} />
            </div>
            <section aria-label={label} className={styles.compared}>
              {(only ? collapseUnchanged(passages) : passages).map((passage, index) => (
                <Shown key={index} passage={passage} />
              ))}
            </section>
          </>
        )
      }}
    </Loaded>
  )
}

/** Hidden texts, because most screen readers do not announce `ins` and `del`. */
function Shown({ passage }: { passage: Passage | null }) {
  if (passage === null) return <span className={styles.leftOut}>{t('compareVersions.leftOut')}</span>
  if (passage.kind === 'same') return passage.text
  const Tag = passage.kind === 'added' ? 'ins' : 'del'
  return (
    <Tag>
      <span className="visually-hidden">
        {t(passage.kind === 'added' ? 'compareVersions.addedStarts' : 'compareVersions.removedStarts')}
      </span>
      {passage.text}
      <span className="visually-hidden">{t('compareVersions.ends')}</span>
    </Tag>
  )
}
