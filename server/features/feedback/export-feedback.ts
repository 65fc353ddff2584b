import type { FeedbackFilter, FeedbackRead } from '#contract/feedback.ts'
import type { Language } from '#contract/languages.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { translatePages, type ContentTexts } from '../../platform/content-texts.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { csvHead, csvLine } from '../../platform/csv.ts'
import { logShown } from '../../platform/access-log-commands.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { say } from '../../platform/text.ts'
import { readSettingsRow } from '../site/queries.ts'
import { countWithheld, listAskedPrompts, streamFeedback } from './queries.ts'

const columns = ['givenOn', 'by', 'name', 'writtenDownBy', 'session', 'supportType', 'mentor', 'needsLook', 'needsReason'] as const

/**
 * The feedback of a filter as CSV, streamed: one line per feedback, one column per wording of each
 * question. Lines of feedback that requires a reason hold no answers and say so. If answers are
 * searched, the last line states how much feedback the search left out.
 */
export async function* exportFeedback(
  db: Connection,
  scope: PersonScope,
  filter: FeedbackFilter,
  texts: ContentTexts | undefined,
): AsyncGenerator<string> {
  const { language } = scope
  const { time_zone: zone } = await readSettingsRow(db)
  const asked = await listAskedPrompts(db, scope, filter)
  yield csvHead(
    language,
    columns,
    asked.map(({ prompt }) => prompt),
  )
  for await (const feedback of translatePages(streamFeedback(db, scope, filter, zone), texts)) {
    await logShown(db, scope, feedback, 'feedback')
    yield feedback.map(item => csvLine(lineOf(language, item, asked))).join('')
  }
  const unsearched = await countWithheld(db, scope, filter, zone)
  const empty = Array.from({ length: columns.length + asked.length - 1 }, () => '')
  if (unsearched > 0) yield csvLine([say(language, ['csv.notSearched', { count: unsearched }]), ...empty])
}

function lineOf(
  language: Language,
  { type, author, entered_by, session, needs_look, withheld, answers, created_at }: FeedbackRead,
  asked: { question_id: string; prompt: string }[],
) {
  const local = (instant: string) =>
    Temporal.Instant.from(instant)
      .toZonedDateTimeISO(session.time_zone)
      .toPlainDateTime()
      .toString({ smallestUnit: 'minute' })
      .replace('T', ' ')
  const valueOf = (wording: { question_id: string; prompt: string }) =>
    answers.find(({ question_id, prompt }) => question_id === wording.question_id && prompt === wording.prompt)?.value ?? ''
  return [
    local(created_at),
    say(language, `value.feedback.${type}`),
    author?.name ?? '',
    entered_by?.name ?? '',
    local(session.starts_at),
    session.support_type.name,
    session.mentor.name,
    needs_look ? say(language, 'value.yes') : '',
    withheld ? say(language, 'value.yes') : '',
    ...asked.map(valueOf),
  ]
}
