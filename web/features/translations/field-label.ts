import type { MissingTexts } from '#contract/translations.ts'
import { region, t, type MessageId } from '../../lib/messages.ts'
import type { PageAddress } from '#contract/pages.ts'
import { paths } from '../../lib/paths.ts'

const labels: Readonly<Record<string, MessageId>> = {
  name: 'supportTypeForm.name',
  description: 'supportTypeForm.description',
  address: 'placeForm.address',
  prompt: 'questions.prompt',
}

/** The name of a text: as in the form of the original, or "Choice". */
export const fieldLabel = (field: string): string => {
  const id = labels[field]
  return id ? t(id) : t('translations.choice')
}

/** Texts that the forms of the originals write in several lines. */
export const hasSeveralLines = (field: string): boolean => field === 'description' || field === 'address'

const names = new Intl.DisplayNames(region, { type: 'language' })
export const languageName = (code: string): string => names.of(code) ?? code

/** Where a record and its translations are edited. */
export function editorPath({ kind, id }: Pick<MissingTexts, 'kind' | 'id'>): PageAddress {
  if (kind === 'support_type') return paths.supportTypes({ edit: id })
  return kind === 'place' ? paths.places({ edit: id }) : paths.feedbackQuestionCreate()
}
