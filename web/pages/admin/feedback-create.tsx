import { parseReference } from '#domain/booking/reference.ts'
import { GiveFeedback } from '../../features/feedback/give-feedback.tsx'
import { NothingFound } from '../../features/feedback/nothing-found.tsx'
import { ViewSwitch } from '../../features/schedules/view-switch.tsx'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { NeedsAbility } from '../../ui/needs-ability.tsx'
import { Page } from '../../ui/page.tsx'

/** Records feedback that a client or mentor gave by phone or on paper. */
export default function FeedbackCreatePage() {
  const [params, setParams] = useSearchParams<'feedbackCreate'>()
  const { appointment_id, reference } = params
  const type = params.type === 'mentor' ? 'mentor' : 'client'
  const again = () => setParams({ appointment_id: undefined, reference: undefined })
  return (
    <Page title={t('feedbackCreate.title')} lead={t('feedbackCreate.lead')} width="form">
      <NeedsAbility ability="Feedback Create">
        <div>
          <ViewSwitch
            label={t('feedbackCreate.whose')}
            value={type}
            options={[
              { value: 'client', label: t('feedbacks.whose.client') },
              { value: 'mentor', label: t('feedbacks.whose.mentor') },
            ]}
            onChange={next => setParams({ type: next === 'mentor' ? next : undefined }, { replace: true })}
          />
        </div>
        {appointment_id || reference ? (
          <GiveFeedback
            key={`${appointment_id} ${reference} ${type}`}
            wanted={{ appointment_id, reference: appointment_id ? undefined : reference, type }}
            notFound={<NothingFound onAgain={again} text={t('feedbackCreate.notFound')} />}
            onward={
              <>
                <Button kind="primary" onClick={again}>
                  {t('feedbackCreate.another')}
                </Button>
                {can('Feedback List') && <ButtonLink to={paths.feedbacks()}>{t('questions.toFeedback')}</ButtonLink>}
              </>
            }
          />
        ) : (
          <WhichAppointment onReference={typed => setParams({ reference: typed })} />
        )}
      </NeedsAbility>
    </Page>
  )
}

function WhichAppointment({ onReference }: { onReference: (reference: string) => void }) {
  const form = useForm({
    initial: { reference: '' },
    check: values => (parseReference(values.reference) === null ? { reference: t('feedbackForm.referenceMissing') } : {}),
    submit: async values => onReference(parseReference(values.reference) ?? ''),
  })
  return (
    <Form form={form}>
      <TextField
        label={t('feedbackForm.reference')}
        hint={t('feedbackCreate.referenceHint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...form.field('reference')}
      />
      <FormActions>
        <Button type="submit" kind="primary">
          {t('feedbackCreate.goOn')}
        </Button>
      </FormActions>
    </Form>
  )
}
