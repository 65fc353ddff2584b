import type { Certificate } from '#contract/contracts.ts'
import type { PageAddress } from '#contract/pages.ts'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryOptionsOf } from '../../lib/api.ts'
import { languageName } from '../../lib/language-name.ts'
import { t } from '../../lib/messages.ts'
import { saveFile } from '../../lib/save-file.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Page } from '../../ui/page.tsx'
import { TextSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import styles from './certificate.module.css'
import { formatWithSeconds } from './format-contract.ts'

interface CertificatePageProps {
  id: string
  /** Link back; only with an acceptance. */
  back: { label: string; to: (certificate: Certificate) => PageAddress }
}

/** A printable certificate of an acceptance: person, time, origin, full text, and how to verify the hash. */
export function CertificatePage({ id, back }: CertificatePageProps) {
  const query = useQuery({ ...queryOptionsOf('GET /api/acceptances/{id}', { params: { id } }), staleTime: Infinity })
  return (
    <Page
      title={t('certificate.title')}
      lead={
        query.data && (
          <Link to={back.to(query.data)} className="no-print">
            {back.label}
          </Link>
        )
      }
      actions={query.data && <Actions certificate={query.data} />}
      width="reading"
    >
      <Loaded query={query} skeleton={<TextSkeleton lines={14} />}>
        {certificate => <Sheet certificate={certificate} />}
      </Loaded>
    </Page>
  )
}

const fileOf = ({ key, version, language, binding_language }: Certificate) =>
  language === binding_language ? `${key}-${version}.md` : `${key}-${version}-${language}.md`

function Actions({ certificate }: { certificate: Certificate }) {
  // Exactly the bytes that are hashed: the text in UTF-8.
  const save = () => saveFile(new Blob([certificate.body], { type: 'text/markdown;charset=utf-8' }), fileOf(certificate))
  return (
    <>
      <Button className="no-print" icon={<IconDownload size={20} aria-hidden="true" />} onClick={save}>
        {t('certificate.download')}
      </Button>
      <Button className="no-print" kind="primary" icon={<IconPrinter size={20} aria-hidden="true" />} onClick={() => window.print()}>
        {t('certificate.print')}
      </Button>
    </>
  )
}

function Sheet({ certificate }: { certificate: Certificate }) {
  const {
    id,
    key,
    title,
    version,
    language,
    binding_language,
    sha256,
    binding_sha256,
    published_at,
    accepted_at,
    person,
    recorded_by,
    ip,
    user_agent,
    body,
  } = certificate
  const here = visitorZone()
  return (
    <div className={styles.sheet}>
      <dl className={styles.facts}>
        <Fact label={t('certificate.document')}>
          <strong>{t('certificate.version', { title, version, key })}</strong>
        </Fact>
        <Fact label={t('certificate.published')}>{formatWithSeconds(published_at, 'UTC')}</Fact>
        <Fact label={t('certificate.person')}>
          {person.name === null ? t('certificate.erased') : `${person.name}, ${person.phone ?? t('certificate.noPhone')}`}
        </Fact>
        <Fact label={t('certificate.at')}>
          <span>{formatWithSeconds(accepted_at, 'UTC')}</span>
          {here !== 'UTC' && <span>{t('certificate.local', { moment: formatWithSeconds(accepted_at, here) })}</span>}
        </Fact>
        <Fact label={t('certificate.how')}>
          {recorded_by === null ? t('certificate.self') : t('certificate.staff', { name: recorded_by })}
        </Fact>
        <Fact label={t('certificate.address')}>{ip ?? t('certificate.unknown')}</Fact>
        <Fact label={t('certificate.agent')}>{user_agent || t('certificate.unknown')}</Fact>
        <Fact label={t('certificate.language')}>{languageName(language)}</Fact>
        <Fact label={t('certificate.sha')}>
          <code className={styles.hash}>{sha256}</code>
        </Fact>
        {language !== binding_language && (
          <Fact label={t('certificate.binding', { language: languageName(binding_language) })}>
            <code className={styles.hash}>{binding_sha256}</code>
          </Fact>
        )}
      </dl>
      <p className="soft small">
        {t('certificate.check')}{' '}
        <code className={styles.command} dir="ltr">
          sha256sum {fileOf(certificate)}
        </code>
      </p>
      <p className="soft small tabular">{t('certificate.reference', { id })}</p>
      <section className={styles.text} aria-labelledby="accepted-text">
        <h2 id="accepted-text">{t('certificate.body')}</h2>
        <Markdown text={body} language={language} />
      </section>
    </div>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
)
