import type { MissingTexts } from '#contract/translations.ts'
import { t, type MessageId } from '../../lib/messages.ts'
import type { PageAddress } from '#contract/pages.ts'
import { paths } from '../../lib/paths.ts'

const labels: Readonly<Record<string, MessageId>> = {
  name: 'supportTypeForm.name',
  description: 'supportTypeForm.description',
  address: 'placeForm.address',
  prompt: 'questions.prompt',
  title: 'translations.contractTitle',
  body: 'translations.contractBody',
  note: 'scheduleForm.note',
}

/** The name of a text: as in the form of the original, or "Choice". */
export const fieldLabel = (field: string): string => {
  const id = labels[field]
  return id ? t(id) : t('translations.choice')
}

/** Texts that the forms of the originals write in several lines. */
export const hasSeveralLines = (field: string): boolean => ['description', 'address', 'body', 'note'].includes(field)

/** Where a record and its translations are edited. */
export function editorPath({ kind, id, record_id }: Pick<MissingTexts, 'kind' | 'id' | 'record_id'>): PageAddress {
  if (kind === 'contract') return paths.contract(record_id, { view: 'edit' })
  if (kind === 'support_type') return paths.supportTypes({ edit: id })
  if (kind === 'place') return paths.places({ edit: id })
  // Many sessions share a note.
  return kind === 'session_note' ? paths.translations({ edit: id }) : paths.feedbackQuestionCreate()
}
