import type { OfferedSupportType } from '#contract/support-types.ts'
import { useState } from 'react'
import { afterStale } from '../../lib/after-stale.ts'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { useIdempotencyKey } from '../../lib/idempotency-key.ts'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { CheckField, TextAreaField, TextField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { toast } from '../../ui/toast.ts'
import { ColourField } from './colour-field.tsx'
import { bodyOf, checkSupportType, emptySupportType, valuesOf } from './support-type-values.ts'

interface SupportTypeFormProps {
  /** Null for a new one. */
  supportType: OfferedSupportType | null
  /** Currency of a new support type. */
  currency: string
}

/** The form of a support type. It returns to the list after a save. */
export function SupportTypeForm({ supportType, currency: usual }: SupportTypeFormProps) {
  const [, setParams] = useSearchParams<'supportTypes'>()
  const [base, setBase] = useState(supportType)
  const keyFor = useIdempotencyKey()
  const currency = supportType?.price.currency ?? usual
  const leave = () => setParams({ edit: undefined })
  const form = useForm({
    initial: base ? valuesOf(base) : emptySupportType,
    check: values => checkSupportType(values, currency),
    at: { name_taken: 'name' },
    submit: async values => {
      const body = bodyOf(values, currency)
      const saved = base
        ? await call('PUT /api/support-types/{id}', { params: { id: base.id }, body: { ...body, revision: base.revision } })
        : await call('POST /api/support-types', { body, idempotencyKey: keyFor(body) })
      const nothing = saved.revision === base?.revision
      toast(nothing ? t('offering.nothingChanged') : t('offering.saved', { name: saved.name }), { type: nothing ? 'default' : 'success' })
      leave()
    },
  })
  const readNewest = async (id: string) => {
    const newest = await call('GET /api/support-types/{id}', { params: { id } })
    setBase(newest)
    return newest
  }
  const colour = form.field('colour')
  return (
    <FormFrame
      form={form}
      param="edit"
      submit={t(base ? 'supportTypeForm.save' : 'supportTypeForm.create')}
      cancel={leave}
      stale={base ? afterStale(form, async () => valuesOf(await readNewest(base.id))) : undefined}
    >
      <TextField label={t('supportTypeForm.name')} maxLength={80} autoComplete="off" {...form.field('name')} />
      <TextAreaField
        label={t('supportTypeForm.description')}
        hint={t('supportTypeForm.descriptionHint')}
        optional
        maxLength={1000}
        {...form.field('description')}
      />
      <ColourField value={colour.value} error={colour.error} onChange={colour.onChange} />
      <TextField
        label={t('supportTypeForm.minutes')}
        hint={t('supportTypeForm.minutesHint')}
        inputMode="numeric"
        autoComplete="off"
        {...form.field('slot_minutes')}
      />
      <TextField
        label={t('supportTypeForm.interpreted')}
        hint={t('supportTypeForm.interpretedHint')}
        optional
        inputMode="numeric"
        autoComplete="off"
        {...form.field('interpreted_minutes')}
      />
      <TextField
        label={t('supportTypeForm.price', { currency })}
        hint={t('supportTypeForm.priceHint')}
        inputMode="decimal"
        autoComplete="off"
        {...form.field('price')}
      />
      <CheckField label={t('supportTypeForm.approval')} {...form.field('needs_approval')} />
      <div>
        <CheckField label={t('supportTypeForm.confidential')} {...form.field('confidential')} />
        <p className="soft small">{t('supportTypeForm.confidentialHint')}</p>
      </div>
    </FormFrame>
  )
}
