import type { ContractVersion, FullContract } from '#contract/contracts.ts'
import { languageName } from '../../lib/language-name.ts'
import { t, type MessageId } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { saveFile } from '../../lib/save-file.ts'
import { formatDay } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { Badge } from '../../ui/badge.tsx'
import { Link } from '../../ui/link.tsx'
import styles from './contracts.module.css'

/** Versions, newest first, with date, author and hash: to read, compare with the previous one, or download. */
export function VersionList({ contract }: { contract: FullContract }) {
  return (
    <section aria-labelledby="versions">
      <h2 id="versions">{t('contract.versions')}</h2>
      <ol className={styles.versions} reversed>
        {contract.versions.map((version, index) => (
          <Version key={version.version_id} contract={contract} version={version} before={contract.versions[index + 1]} />
        ))}
      </ol>
    </section>
  )
}

interface VersionProps {
  contract: FullContract
  version: ContractVersion
  before: ContractVersion | undefined
}

function Version({
  contract,
  version: { version_id, version, published_at, written_by, language, sha256, translated, body },
  before,
}: VersionProps) {
  const isNewest = version_id === contract.version_id && published_at !== null
  const isInForce = isNewest && contract.withdrawn_at === null
  return (
    <li>
      <div className={styles.versionHead}>
        <h3>{t('contract.version', { version })}</h3>
        <Badge tone={isInForce ? 'good' : published_at ? 'soft' : 'note'}>
          {t(published_at ? wordOf(isNewest, contract.withdrawn_at !== null) : 'contract.isDraft')}
        </Badge>
      </div>
      <p className="soft small">
        {[
          languageName(language),
          published_at && t('contract.since', { date: formatDay(published_at, visitorZone()) }),
          written_by && t('contract.writtenBy', { name: written_by }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p className={styles.links}>
        <Link to={paths.contract(contract.id, { version: String(version) })}>{t('contract.read', { version })}</Link>
        {before && (
          <Link to={paths.contract(contract.id, { view: 'compare', from: String(before.version), version: String(version) })}>
            {t('contract.compareWith', { from: before.version, to: version })}
          </Link>
        )}
        <button type="button" className="no-print" onClick={() => saveText(body, `${contract.key}-${version}.md`)}>
          {t('contract.download', { version })}
        </button>
      </p>
      {published_at && (
        <details className="small">
          <summary>{t('contract.sha')}</summary>
          {[{ language, sha256 }, ...translated].map(text => (
            <p key={text.language}>
              {languageName(text.language)} <code className={styles.hash}>{text.sha256}</code>
            </p>
          ))}
        </details>
      )}
    </li>
  )
}

/** Exactly the bytes that are hashed: the text in UTF-8. */
export const saveText = (body: string, name: string): void => saveFile(new Blob([body], { type: 'text/markdown;charset=utf-8' }), name)

/** What a published version is called. */
function wordOf(isNewest: boolean, isWithdrawn: boolean): MessageId {
  if (!isNewest) return 'contract.wasInForce'
  return isWithdrawn ? 'contract.isWithdrawn' : 'contract.isInForce'
}
