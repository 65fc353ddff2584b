import type { FeedbackFilter, FeedbackRead } from '#contract/feedback.ts'
import { Temporal } from '#domain/time/temporal.ts'
import type { Connection } from '../../platform/database.ts'
import { csvLine, csvStart } from '../../platform/csv.ts'
import { logShown } from '../../platform/access-log-commands.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { listAskedPrompts, streamFeedback } from './queries.ts'

const columns = ['Given on', 'By', 'Name', 'Written down by', 'Session', 'Kind of support', 'Mentor', 'Needs a look']

/** The feedback of a filter as a CSV file, a line for each and a column for each wording of each question, made piece by piece. */
export async function* exportFeedback(db: Connection, scope: PersonScope, filter: FeedbackFilter): AsyncGenerator<string> {
  const asked = await listAskedPrompts(db, scope, filter)
  yield csvStart + csvLine([...columns, ...asked.map(({ prompt }) => prompt)])
  for await (const feedback of streamFeedback(db, scope, filter)) {
    await logShown(db, scope, feedback, 'feedback')
    yield feedback.map(item => csvLine(lineOf(item, asked))).join('')
  }
}

function lineOf(
  { type, author, entered_by, session, needs_look, answers, created_at }: FeedbackRead,
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
    type,
    author.name,
    entered_by?.name ?? '',
    local(session.starts_at),
    session.support_type.name,
    session.mentor.name,
    needs_look ? 'yes' : '',
    ...asked.map(valueOf),
  ]
}
