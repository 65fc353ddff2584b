import type { ContractChange, FullContract } from '#contract/contracts.ts'
import type { TranslatedSubject } from '#contract/translations.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOptionsOf, type ResponseBody } from '../../lib/api.ts'
import { formatList } from '../../lib/format-values.ts'
import { languageName } from '../../lib/language-name.ts'
import { t } from '../../lib/messages.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { TextSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'

/** Number of people, and of those who have accepted the version in force. */
export type Reach = ResponseBody<'GET /api/legally-binding-contract/{id}/edit'>['reach']

interface PublishDialogProps {
  version: number
  requiredFor: FullContract['required_for']
  /** Null for a new contract, where the number of people is unknown. */
  reach: Reach | null
  /** The version whose finished translations go in force with this one, and the text as it is published. */
  translated?: PublishedText | undefined
  /** Called with the translations that the dialog shows to go in force. */
  onConfirm: (translations: ShownTranslations) => void
  onClose: () => void
}

interface PublishedText {
  id: string
  title: string
  body: string
  language: string
}

/** Translations that go in force with a version, as they were read. */
export type ShownTranslations = NonNullable<ContractChange['translations']>

/** Confirms a publication, which cannot be undone, and states how many people it concerns. */
export function PublishDialog({ version, requiredFor, reach, translated, onConfirm, onClose }: PublishDialogProps) {
  const read = queryOptionsOf('GET /api/translations/{id}', { params: { id: translated?.id ?? '' } })
  const query = useQuery({ ...read, staleTime: 0, enabled: translated !== undefined })
  const finished = translated && query.data ? listFinished(query.data, translated) : []
  return (
    <ConfirmDialog
      title={t('publish.title', { version })}
      confirm={t('publish.confirm', { version })}
      // Not before the translations that go in force are shown.
      busy={translated !== undefined && query.data === undefined}
      onConfirm={() => onConfirm(finished.map(language => ({ language, revision: query.data?.revisions[language] ?? 0 })))}
      onClose={onClose}
    >
      <p>
        <strong>{formatConsequence(requiredFor, reach)}</strong>
      </p>
      {requiredFor === 'booking' && reach && reach.accepted_with_open > 0 && (
        <p>{t('publish.open', { count: reach.accepted_with_open })}</p>
      )}
      {translated && (
        <Loaded query={query} skeleton={<TextSkeleton lines={1} />}>
          {subject => <Translations finished={finished} begun={listBegun(subject, translated)} />}
        </Loaded>
      )}
      <p>{t('publish.forever')}</p>
    </ConfirmDialog>
  )
}

/** Which translations go in force, and which not. */
function Translations({ finished, begun }: { finished: string[]; begun: string[] }) {
  const name = (of: string[]) => ({ languages: formatList(of.map(languageName)) })
  const left = begun.filter(language => !finished.includes(language))
  return (
    <>
      {finished.length > 0 && <p>{t('publish.translations', name(finished))}</p>}
      {left.length > 0 && <p>{t('publish.translationsLeft', name(left))}</p>}
    </>
  )
}

const listBegun = ({ languages, texts }: TranslatedSubject, published: PublishedText) =>
  languages.filter(language => language !== published.language && texts.some(({ translations }) => translations[language]))

/** Translations of exactly the text that is published: the server trims it, and compares hashes. */
const listFinished = (subject: TranslatedSubject, published: PublishedText) => {
  const text: Readonly<Record<string, string>> = { title: published.title.trim(), body: published.body.trim() }
  return listBegun(subject, published).filter(language =>
    subject.texts.every(({ field, original, translations }) => translations[language]?.outdated === false && original === text[field]),
  )
}

/** Who has to accept the published version. */
function formatConsequence(requiredFor: FullContract['required_for'], reach: Reach | null): string {
  if (requiredFor === null) return t('publish.nothing')
  if (reach === null) return t(`publish.new.${requiredFor}`)
  const { people, accepted } = reach
  if (requiredFor === 'registration') return t('publish.registration', { people })
  return accepted > 0 ? t('publish.bookingAgain', { people, accepted }) : t('publish.bookingFirst', { people })
}
