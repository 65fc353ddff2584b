import type { GetTextTranslationRecord } from 'gettext-parser'
import { openGettext } from './open-gettext.ts'
import type { TextRow } from './queries.ts'

/** The context of an entry: which text it translates. */
export const contextOf = ({ kind, subject_id, field }: Pick<TextRow, 'kind' | 'subject_id' | 'field'>): string =>
  `${kind}/${subject_id}/${field}`

/** Texts and their translations as a PO file in UTF-8. A translation of an earlier original is marked as fuzzy. */
export async function writePo(
  rows: readonly TextRow[],
  { language, original, now }: { language: string; original: string; now: Date },
): Promise<Buffer> {
  const { po } = await openGettext()
  const translations: GetTextTranslationRecord = {}
  for (const row of rows) {
    const context = contextOf(row)
    translations[context] = {
      [row.original]: {
        msgctxt: context,
        msgid: row.original,
        msgstr: [row.text ?? ''],
        comments: { extracted: `${row.subject} (${row.max_length})`, ...(row.outdated && { flag: 'fuzzy' }) },
      },
    }
  }
  const headers = {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Transfer-Encoding': '8bit',
    'MIME-Version': '1.0',
    Language: language,
    'X-Source-Language': original,
    'PO-Revision-Date': now.toISOString(),
  }
  return po.compile({ charset: 'utf-8', headers, translations })
}
