import { IconDownload, IconPencil, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { readFilters } from '../../features/feedback/feedback-filters.ts'
import { FilterBar } from '../../features/feedback/filter-bar.tsx'
import { ReadFeedback } from '../../features/feedback/read-feedback.tsx'
import { ViewSwitch } from '../../features/schedules/view-switch.tsx'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { NeedsAbility } from '../../ui/needs-ability.tsx'
import { Page } from '../../ui/page.tsx'
import { toastError } from '../../ui/toast.ts'

export default function FeedbacksPage() {
  const [params, setParams] = useSearchParams<'feedbacks'>()
  const filter = readFilters(params)
  return (
    <Page
      title={t('feedbacks.title')}
      actions={
        <>
          {can('Feedback List') && <Download filter={filter} />}
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

function Download({ filter }: { filter: ReturnType<typeof readFilters> }) {
  const [busy, setBusy] = useState(false)
  const download = () => {
    setBusy(true)
    call('GET /api/feedback/export', { query: filter })
      .then(file => saveFile(file, 'feedback.csv'))
      .catch(toastError)
      .finally(() => setBusy(false))
  }
  return (
    <Button busy={busy} icon={<IconDownload size={20} aria-hidden="true" />} onClick={download}>
      {t('feedbacks.download')}
    </Button>
  )
}
