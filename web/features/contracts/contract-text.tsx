import type { ContractVersion, FullContract } from '#contract/contracts.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { Link } from '../../ui/link.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ReadableText } from '../../ui/readable-text.tsx'
import styles from './contracts.module.css'
import { VersionList } from './version-list.tsx'

/** One version, by default the one in force, with the list of all versions. */
export function ContractText({ contract, version }: { contract: FullContract; version: number | undefined }) {
  const shown =
    contract.versions.find(other => other.version === version) ??
    contract.versions.find(({ version_id }) => version_id === contract.version_id)
  return (
    <div className={styles.columns}>
      <div className={styles.stack}>
        {shown && shown.version_id !== contract.version_id && <NotInForce contract={contract} shown={shown} />}
        {shown && (
          <section aria-label={t('contract.version', { version: shown.version })}>
            {shown.version_id === contract.version_id ? (
              <ReadableText contract={contract} />
            ) : (
              <Markdown text={shown.body} under={1} language={shown.language} />
            )}
          </section>
        )}
      </div>
      <VersionList contract={contract} />
    </div>
  )
}

function NotInForce({ contract, shown }: { contract: FullContract; shown: ContractVersion }) {
  return (
    <Notice>
      <p>
        {shown.published_at
          ? t('contract.notNewest', { version: shown.version, current: contract.version })
          : t('contract.isDraftText', { version: shown.version })}{' '}
        <Link to={paths.contract(contract.id)}>{t('contract.toCurrent')}</Link>
      </p>
    </Notice>
  )
}
