import { IconPencil, IconPlus } from '@tabler/icons-react'
import { readFilters } from '../../features/feedback/feedback-filters.ts'
import { FilterBar } from '../../features/feedback/filter-bar.tsx'
import { ReadFeedback } from '../../features/feedback/read-feedback.tsx'
import { ViewSwitch } from '../../features/schedules/view-switch.tsx'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { DownloadCsv } from '../../ui/download-csv.tsx'
import { NeedsAbility } from '../../ui/needs-ability.tsx'
import { Page } from '../../ui/page.tsx'

/** What clients and mentors answered, with filters and figures. */
export default function FeedbacksPage() {
  const [params, setParams] = useSearchParams<'feedbacks'>()
  const filter = readFilters(params)
  return (
    <Page
      width="work"
      title={t('feedbacks.title')}
      actions={
        <>
          {can('Feedback List') && can('User Export') && <DownloadCsv list="feedback" query={filter} />}
          {can('Feedback Questions Create') && (
            <ButtonLink to={paths.feedbackQuestionCreate()} icon={<IconPencil size={20} aria-hidden="true" />}>
              {t('feedbacks.questions')}
            </ButtonLink>
          )}
          {can('Feedback Create') && (
            <ButtonLink to={paths.feedbackCreate()} kind="primary" icon={<IconPlus size={20} aria-hidden="true" />}>
              {t('feedbackCreate.title')}
            </ButtonLink>
          )}
        </>
      }
    >
      <NeedsAbility ability="Feedback List">
        <div>
          <ViewSwitch
            label={t('feedbacks.whose')}
            value={filter.type}
            options={[
              { value: 'client', label: t('feedbacks.whose.client') },
              { value: 'mentor', label: t('feedbacks.whose.mentor') },
            ]}
            onChange={type =>
              setParams({
                type: type === 'mentor' ? type : undefined,
                question: undefined,
                asked: undefined,
                value: undefined,
                word: undefined,
                page: undefined,
              })
            }
          />
        </div>
        <FilterBar />
        <ReadFeedback />
      </NeedsAbility>
    </Page>
  )
}
