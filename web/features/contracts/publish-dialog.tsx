import type { FullContract } from '#contract/contracts.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOptionsOf, type ResponseBody } from '../../lib/api.ts'
import { formatList } from '../../lib/format-values.ts'
import { languageName } from '../../lib/language-name.ts'
import { t } from '../../lib/messages.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'

/** Number of people, and of those who have accepted the version in force. */
export type Reach = ResponseBody<'GET /api/legally-binding-contract/{id}/edit'>['reach']

interface PublishDialogProps {
  version: number
  requiredFor: FullContract['required_for']
  /** Null for a new contract, where the number of people is unknown. */
  reach: Reach | null
  /** The version whose finished translations go in force with this one, and the text as it is published. */
  translated?: { id: string; title: string; body: string } | undefined
  onConfirm: () => void
  onClose: () => void
}

/** Confirms a publication, which cannot be undone, and states how many people it concerns. */
export function PublishDialog({ version, requiredFor, reach, translated, onConfirm, onClose }: PublishDialogProps) {
  return (
    <ConfirmDialog
      title={t('publish.title', { version })}
      confirm={t('publish.confirm', { version })}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        <strong>{formatConsequence(requiredFor, reach)}</strong>
      </p>
      {requiredFor === 'booking' && reach && reach.accepted_with_open > 0 && (
        <p>{t('publish.open', { count: reach.accepted_with_open })}</p>
      )}
      {translated && <Translations {...translated} />}
      <p>{t('publish.forever')}</p>
    </ConfirmDialog>
  )
}

/** Which translations go in force: those of the text as it is published. */
function Translations({ id, title, body }: { id: string; title: string; body: string }) {
  const { data } = useQuery({ ...queryOptionsOf('GET /api/translations/{id}', { params: { id } }), staleTime: 0 })
  if (!data) return null
  const published: Readonly<Record<string, string>> = { title: title.trim(), body: body.trim() }
  const isFinished = (language: string) =>
    data.texts.every(
      ({ field, original, translations }) => translations[language]?.outdated === false && original.trim() === published[field],
    )
  const begun = data.languages.filter(language => data.texts.some(({ translations }) => translations[language]))
  const name = (of: string[]) => ({ languages: formatList(of.map(languageName)) })
  const finished = begun.filter(isFinished)
  const left = begun.filter(language => !isFinished(language))
  return (
    <>
      {finished.length > 0 && <p>{t('publish.translations', name(finished))}</p>}
      {left.length > 0 && <p>{t('publish.translationsLeft', name(left))}</p>}
    </>
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
