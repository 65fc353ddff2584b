import { IconEye, IconMessageCircle } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { AnswerList } from './answer-list.tsx'
import { isFiltered, clearedBar, readFilters } from './feedback-filters.ts'
import styles from './feedbacks.module.css'
import { FeedbackCharts } from './charts.tsx'

/** Charts, then the answers. */
export function ReadFeedback() {
  const [params] = useSearchParams<'feedbacks'>()
  const filter = readFilters(params)
  const page = Math.max(1, Number(params.page) || 1)
  const query = useQuery({ ...queryOptionsOf('GET /api/feedback', { query: { ...filter, page } }), placeholderData: keepPreviousData })
  return (
    <Loaded query={query} skeleton={<ListSkeleton rows={4} height="12rem" />}>
      {answer => {
        if (answer.meta.total === 0 && answer.summary.count === 0 && !answer.summary.withheld && !isFiltered(filter)) {
          return (
            <EmptyState title={t('feedbacks.noneTitle')} icon={<IconMessageCircle size={26} stroke={1.6} aria-hidden="true" />}>
              {t('feedbacks.noneText')}
            </EmptyState>
          )
        }
        const waiting = answer.summary.needs_look
        return (
          <div className={styles.read} aria-busy={query.isPlaceholderData}>
            {waiting > 0 && !filter.needs_look && (
              <Notice kind="warning">
                <div className={styles.waiting}>
                  <p>{t('feedbacks.waiting', { count: waiting })}</p>
                  <ButtonLink
                    to={paths.feedbacks({ ...params, ...clearedBar, look: 'true' })}
                    small
                    icon={<IconEye size={18} aria-hidden="true" />}
                  >
                    {t('feedbacks.toWaiting')}
                  </ButtonLink>
                </div>
              </Notice>
            )}
            {answer.summary.left_out > 0 && <p className="soft small">{t('feedbacks.leftOut', { count: answer.summary.left_out })}</p>}
            <FeedbackCharts summary={answer.summary} />
            <AnswerList {...answer} />
          </div>
        )
      }}
    </Loaded>
  )
}
