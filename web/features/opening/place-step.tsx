import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { useIdempotencyKey } from '../../lib/idempotency-key.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { bodyOf, checkPlace, emptyPlace } from '../places/place-values.ts'

/** The first place with an address; one that is online has its own form. `name`: offered first. */
export function PlaceStep({ name }: { name: string }) {
  const keyFor = useIdempotencyKey()
  const form = useForm({
    initial: { ...emptyPlace(), name },
    check: checkPlace,
    at: { name_taken: 'name' },
    submit: values => {
      const body = bodyOf(values)
      return call('POST /api/places', { body, idempotencyKey: keyFor(body) })
    },
  })
  return (
    <FormFrame
      form={form}
      submit={t('opening.addPlace')}
      actions={<ButtonLink to={paths.places({ edit: 'new' })}>{t('opening.online')}</ButtonLink>}
    >
      <TextField label={t('placeForm.name')} maxLength={120} autoComplete="off" {...form.field('name')} />
      <TextField label={t('placeForm.address')} maxLength={500} autoComplete="off" {...form.field('address')} />
    </FormFrame>
  )
}
