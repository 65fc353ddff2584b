import type { Settings } from '#contract/settings.ts'
import { useState } from 'react'
import { afterStale } from '../../lib/after-stale.ts'
import { call, queryKeyOf } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { queryClient } from '../../lib/query-client.ts'
import { FormFrame } from '../../ui/form-frame.tsx'
import { toast } from '../../ui/toast.ts'
import { applyOwnStyles } from './apply-own-styles.ts'
import { BookingSettings } from './booking-settings.tsx'
import { RetentionSettings } from './retention-settings.tsx'
import { OrganisationSettings } from './organisation-settings.tsx'
import { RecordSettings } from './record-settings.tsx'
import { changesOf, checkSettings, valuesOf, type SettingsValues, type SettingsFormState } from './settings-values.ts'
import { TextSettings } from './text-settings.tsx'
import { UnsavedChanges } from './unsaved-changes.tsx'

/** The settings form. It sends only changed fields, with the revision. */
export function SettingsForm({ settings }: { settings: Settings }) {
  const [base, setBase] = useState(() => valuesOf(settings))
  const [revision, setRevision] = useState(settings.revision)
  const form: SettingsFormState = useForm<SettingsValues>({
    initial: base,
    check: checkSettings,
    submit: async values => {
      const changes = changesOf(base, values)
      if (Object.keys(changes).length === 0) return toast(t('settings.nothingChanged'))
      const saved = await call('PUT /api/settings', { body: { ...changes, revision } })
      take(saved)
      // Without a connection for its code, the next page shows it.
      applyOwnStyles(saved).catch(() => undefined)
      toast(t('settings.saved'), { type: 'success' })
      // Every page may show a setting: the name, the currency, the policies.
      await queryClient.invalidateQueries()
    },
  })
  const take = (newest: Settings) => {
    setRevision(newest.revision)
    setBase(valuesOf(newest))
    queryClient.setQueryData(queryKeyOf('GET /api/settings'), newest)
    return valuesOf(newest)
  }
  return (
    <FormFrame
      form={form}
      submit={t('settings.save')}
      sticky
      actions={<UnsavedChanges form={form} saved={base} />}
      stale={afterStale(form, async () => take(await call('GET /api/settings')))}
    >
      <OrganisationSettings form={form} />
      <BookingSettings form={form} />
      <TextSettings form={form} />
      <RecordSettings form={form} />
      <RetentionSettings form={form} />
    </FormFrame>
  )
}
