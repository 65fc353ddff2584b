import type { FeedbackSummary, Question, QuestionSummary } from '#contract/feedback.ts'
import { groupCells, type GroupFilter, isSelectionShowable, selectCells, showableGroups } from '#domain/feedback/groups.ts'
import type { AnswerCell, FeedbackCell, FeedbackCounts, Wording } from './count-queries.ts'

interface Counted extends FeedbackCounts {
  needsLook: number
  questions: readonly Question[]
  supportTypes: readonly { id: string; name: string; colour: string }[]
}

const stars = ['5', '4', '3', '2', '1']

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

const countOf = (cells: readonly { count: number }[]) => cells.reduce((sum, { count }) => sum + count, 0)

/** The mean of all stars to two decimals; null without any. */
function averageOf(cells: readonly Pick<FeedbackCell, 'stars' | 'star_sum'>[]): number | null {
  const count = cells.reduce((sum, cell) => sum + cell.stars, 0)
  return count === 0 ? null : Math.round((100 * cells.reduce((sum, cell) => sum + cell.star_sum, 0)) / count) / 100
}

/**
 * Combines counts into the summary, without figures that would reveal single answers about one
 * mentor (docs/decisions/013).
 */
export function summarise(counted: Counted, filter: GroupFilter): Omit<FeedbackSummary, 'left_out' | 'words' | 'words_of' | 'fewest'> {
  const selected = selectCells(counted.cells, filter)
  if (!isSelectionShowable(counted.cells, filter)) {
    return {
      count: 0,
      average: null,
      needs_look: 0,
      withheld: true,
      questions: [],
      months: [],
      mentors: [],
      mentors_withheld: 0,
      support_types: [],
    }
  }
  // An average covers only feedback with stars.
  const rated = counted.cells.map(cell => ({ ...cell, count: cell.rated }))
  const shownBy = (keyOf: (cell: FeedbackCell) => string) => showableGroups(groupCells(selectCells(rated, filter), keyOf))
  const shownMentors = shownBy(cell => cell.mentor_id)
  const shownTypes = shownBy(cell => cell.support_type_id)
  const shownMonths = showableGroups(counted.months.map(({ month, rated: count, mentors }) => ({ key: month, count, mentors })))
  const figures = (cells: readonly FeedbackCell[], shown: boolean) => ({ count: countOf(cells), average: shown ? averageOf(cells) : null })
  const byMentor = groupBy(selected, cell => cell.mentor_id)
  return {
    ...figures(selected, isSelectionShowable(rated, filter)),
    needs_look: counted.needsLook,
    withheld: false,
    questions: summariseQuestions(counted, filter),
    months: counted.months.map(month => ({
      month: month.month,
      count: month.count,
      average: shownMonths.has(month.month) ? averageOf([month]) : null,
    })),
    mentors: counted.mentors
      .filter(({ id }) => shownMentors.has(id))
      .map(mentor => ({ mentor, ...figures(byMentor.get(mentor.id) ?? [], true) }))
      .toSorted((a, b) => (b.average ?? 0) - (a.average ?? 0) || b.count - a.count || a.mentor.name.localeCompare(b.mentor.name)),
    mentors_withheld: byMentor.size - shownMentors.size,
    support_types: counted.supportTypes
      .map(support_type => ({
        support_type,
        ...figures(selectCells(selected, { support_type_id: support_type.id }), shownTypes.has(support_type.id)),
      }))
      .filter(({ count }) => count > 0),
  }
}

/**
 * One entry per wording: current ones in the form's order, then earlier ones by number of answers.
 */
function summariseQuestions({ answers, wordings, questions }: Counted, filter: GroupFilter): QuestionSummary[] {
  const cellsOf = groupBy(answers, ({ wording }) => wording)
  const asked = groupBy(wordings, ({ question_id, prompt, widget }) => JSON.stringify([question_id, prompt, widget]))
  const summaries = [...asked.values()].flatMap(alike => {
    const [first] = alike
    const now = questions.find(({ id, prompt, widget }) => id === first?.question_id && prompt === first.prompt && widget === first.widget)
    const given = alike.map(({ id, value }) => ({ value, cells: cellsOf.get(id) ?? [] }))
    return first && given.some(({ cells }) => selectCells(cells, filter).length > 0) ? [summariseWording(first, given, filter, now)] : []
  })
  const place = ({ question_id, current }: QuestionSummary) =>
    current ? questions.findIndex(({ id }) => id === question_id) : questions.length
  return summaries.toSorted((a, b) => place(a) - place(b) || b.count - a.count || a.prompt.localeCompare(b.prompt))
}

function summariseWording(
  first: Wording,
  given: { value: string; cells: AnswerCell[] }[],
  filter: GroupFilter,
  now: Question | undefined,
): QuestionSummary {
  const { question_id, type, prompt, widget } = first
  const shown = isSelectionShowable(
    given.flatMap(({ cells }) => cells),
    filter,
  )
  const counts = new Map(
    given.flatMap(({ value, cells }) => {
      const count = countOf(selectCells(cells, filter))
      return count > 0 ? [[value, count] as const] : []
    }),
  )
  const offered = widget === 'star' ? stars : (now?.options ?? [])
  const values = [...counts].toSorted(([a, x], [b, y]) => y - x || a.localeCompare(b)).map(([value]) => value)
  const distribution = [...new Set([...offered, ...values])].map(value => ({ value, count: counts.get(value) ?? 0 }))
  const rated = distribution.filter(({ value }) => stars.includes(value))
  const average =
    widget === 'star'
      ? Math.round((100 * rated.reduce((sum, { value, count }) => sum + Number(value) * count, 0)) / Math.max(1, countOf(rated))) / 100
      : null
  return {
    question_id,
    type,
    prompt,
    widget,
    current: now !== undefined,
    count: shown ? countOf([...counts.values()].map(count => ({ count }))) : 0,
    average: shown ? average : null,
    withheld: !shown,
    distribution: shown && widget !== 'text' ? distribution : [],
  }
}
