import type { FeedbackSummary, QuestionSummary } from '#contract/feedback.ts'
import type { PageAddress } from '#contract/pages.ts'
import { formatNumber, formatTenths } from '../../lib/format-values.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { type Params, useSearchParams } from '../../lib/search-params.ts'
import { formatMonth, formatShortMonth } from '../../lib/calendar-words.ts'
import { Card } from '../../ui/card.tsx'
import { Bars, type Bar } from '../../ui/charts/bars.tsx'
import { Trend } from '../../ui/charts/trend.tsx'
import { nameColours } from '../../ui/colour-name.ts'
import { EmptyState } from '../../ui/states.tsx'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import { daysOf, clearedBar, readFilters } from './feedback-filters.ts'
import styles from './feedbacks.module.css'
import { Stars } from './stars.tsx'

/** Charts of the selected feedback. Each bar and point links to its answers. */
export function FeedbackCharts({ summary }: { summary: FeedbackSummary }) {
  const [params] = useSearchParams<'feedbacks'>()
  const open = (change: Params) => paths.feedbacks({ ...params, ...clearedBar, ...change })
  if (summary.withheld)
    return <EmptyState title={t('feedbacks.withheld')}>{t('feedbacks.withheldText', { fewest: summary.fewest })}</EmptyState>
  const { months, questions, words, words_of } = summary
  const texts = questions.reduce((sum, { widget, count }) => (widget === 'text' ? sum + count : sum), 0)
  return (
    <div className={styles.pictures}>
      <Overall summary={summary} />
      {months.some(({ average }) => average !== null) && (
        <Card as="section">
          <Trend
            title={t('feedbacks.byMonth')}
            columns={[t('feedbacks.month'), t('feedbacks.average'), t('feedbacks.answers')]}
            from={1}
            to={5}
            points={months.slice(-12).map(({ month, count, average }) => ({
              key: month,
              tick: formatShortMonth(month),
              name: formatMonth(month),
              value: average,
              figure: average === null ? t('feedbacks.notShown') : t('feedbacks.starsOf', { average: formatTenths(average) }),
              note: t('feedbacks.from_', { count }),
              to: open(daysOf(month, readFilters(params))),
            }))}
          />
        </Card>
      )}
      {questions.map(question => (
        <QuestionPicture
          key={`${question.question_id} ${question.prompt} ${question.widget}`}
          {...{ question, open, params }}
          fewest={summary.fewest}
        />
      ))}
      {words.length > 0 && (
        <Card as="section">
          <Bars
            title={t('feedbacks.words')}
            bars={words.slice(0, 10).map(({ word, count }) => ({
              key: word,
              name: word,
              value: count,
              figure: formatNumber(count),
              to: open({ word }),
            }))}
          />
          {texts > words_of && <p className="soft small">{t('feedbacks.wordsOf', { count: words_of })}</p>}
        </Card>
      )}
      <Groups {...{ summary, open, params }} />
    </div>
  )
}

function Overall({ summary: { count, average } }: { summary: FeedbackSummary }) {
  return (
    <Card as="section" label={t('feedbacks.overall')}>
      <dl className={styles.overall}>
        <div>
          <dt>{t('feedbacks.average')}</dt>
          <dd>
            {average === null ? (
              '–'
            ) : (
              <>
                {formatTenths(average)} <span className="soft small">{t('feedbacks.ofFive')}</span>
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('feedbacks.received')}</dt>
          <dd>{formatNumber(count)}</dd>
        </div>
      </dl>
    </Card>
  )
}

interface PictureProps {
  open: (change: Params) => PageAddress
  params: Params
}

function QuestionPicture({ question, open, fewest }: Pick<PictureProps, 'open'> & { question: QuestionSummary; fewest: number }) {
  const { question_id, prompt, widget, current, average, count, distribution, withheld } = question
  if (widget === 'text') return null
  const names = widget === 'colour' ? nameColours(distribution.map(({ value }) => value)) : []
  const bars = distribution.map(({ value, count: given }, index): Bar => {
    const look = widget === 'star' ? <Stars count={Number(value)} /> : undefined
    return {
      key: value,
      name: widget === 'star' ? t('feedbackAnswer.stars', { count: Number(value) }) : (names[index] ?? value),
      ...(look && { look }),
      ...(widget === 'colour' && { colour: value }),
      value: given,
      figure: formatNumber(given),
      ...(given > 0 && { to: open({ question: question_id, asked: prompt, value }) }),
    }
  })
  return (
    <Card as="section">
      <div>
        <h2 className={styles.question}>{prompt}</h2>
        <p className="soft small">
          {withheld ? t('feedbacks.tooFew', { fewest }) : t('feedbacks.from_', { count })}
          {average !== null && ` · ${t('feedbacks.onAverage', { average: formatTenths(average) })}`}
          {!current && ` · ${t('feedbacks.earlier')}`}
        </p>
      </div>
      {bars.length > 0 && <Bars title={prompt} titleHidden bars={bars} />}
    </Card>
  )
}

function Groups({
  summary: { mentors, mentors_withheld, support_types, fewest },
  open,
  params,
}: PictureProps & { summary: FeedbackSummary }) {
  const figure = (average: number | null, count: number) =>
    average === null ? t('feedbacks.from_', { count }) : t('feedbacks.averageFrom', { average: formatTenths(average), count })
  return (
    <>
      {!params.mentor && mentors.length + mentors_withheld > 0 && (
        <Card as="section">
          {mentors.length > 0 && (
            <Bars
              title={t('feedbacks.byMentor')}
              full={5}
              bars={mentors.map(({ mentor, average, count }) => ({
                key: mentor.id,
                name: mentor.name,
                value: average ?? 0,
                figure: figure(average, count),
                to: open({ mentor: mentor.id }),
              }))}
            />
          )}
          {mentors_withheld > 0 && <p className="soft small">{t('feedbacks.mentorsWithheld', { count: mentors_withheld, fewest })}</p>}
        </Card>
      )}
      {!params.support_type && support_types.length > 1 && (
        <Card as="section">
          <Bars
            title={t('feedbacks.bySupportType')}
            full={5}
            bars={support_types.map(({ support_type, average, count }) => ({
              key: support_type.id,
              name: support_type.name,
              look: <SupportTypeMark name={support_type.name} colour={support_type.colour} />,
              colour: support_type.colour,
              value: average ?? 0,
              figure: figure(average, count),
              to: open({ support_type: support_type.id }),
            }))}
          />
        </Card>
      )}
    </>
  )
}
