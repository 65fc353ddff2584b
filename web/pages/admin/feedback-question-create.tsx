import { QuestionForms } from '../../features/feedback/question-forms.tsx'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { ViewSwitch } from '../../features/schedules/view-switch.tsx'

/** A new feedback question. */
export default function FeedbackQuestionCreatePage() {
  const [params, setParams] = useSearchParams<'feedbackQuestionCreate'>()
  const type = params.type === 'mentor' ? 'mentor' : 'client'
  return (
    <Page
      title={t('questions.title')}
      lead={t('questions.lead')}
      actions={
        <>
          <ViewSwitch
            label={t('questions.type')}
            value={type}
            options={[
              { value: 'client', label: t('questions.type.client') },
              { value: 'mentor', label: t('questions.type.mentor') },
            ]}
            onChange={next => setParams({ type: next === 'mentor' ? next : undefined })}
          />
          {can('Feedback List') && <ButtonLink to={paths.feedbacks()}>{t('questions.toFeedback')}</ButtonLink>}
        </>
      }
    >
      <QuestionForms key={type} type={type} />
    </Page>
  )
}
