import type { Settings } from '#contract/settings.ts'
import { useState } from 'react'
import { call, keyOf } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { StaleNotice } from '../../ui/stale-notice.tsx'
import { toast } from '../../ui/toast.ts'
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx'
import { BookingSettings } from './booking-settings.tsx'
import { KeepingSettings } from './keeping-settings.tsx'
import { OrganisationSettings } from './organisation-settings.tsx'
import { RecordSettings } from './record-settings.tsx'
import styles from './settings.module.css'
import { changesOf, checkSettings, mergeTyped, valuesOf, type SettingsValues, type SettingsFormState } from './settings-values.ts'
import { TextSettings } from './text-settings.tsx'

/** Everything that can be set. Sends what differs, at the revision it was read at. */
export function SettingsForm({ settings }: { settings: Settings }) {
  const [base, setBase] = useState(() => valuesOf(settings))
  const [revision, setRevision] = useState(settings.revision)
  const form: SettingsFormState = useForm<SettingsValues>({
    initial: base,
    check: checkSettings,
    submit: async values => {
      const changes = changesOf(base, values)
      if (Object.keys(changes).length === 0) return toast(t('settings.nothingChanged'))
      take(await call('PUT /api/settings', { body: { ...changes, revision } }))
      toast(t('settings.saved'), { type: 'success' })
      // The name, the currency, the policies: whatever is open shows the new ones.
      await queryClient.invalidateQueries()
    },
  })
  const take = (newest: Settings) => {
    setRevision(newest.revision)
    setBase(valuesOf(newest))
    queryClient.setQueryData(keyOf('GET /api/settings'), newest)
    return valuesOf(newest)
  }
  const stale = form.refusal?.code === 'stale'
  return (
    <Form onSubmit={form.onSubmit} problem={stale ? undefined : form.problem}>
      {stale && (
        <StaleNotice
          onKeep={async () => {
            const merged = mergeTyped(base, form.values, take(await call('GET /api/settings')))
            form.set(merged)
          }}
          onTake={async () => form.reset(take(await call('GET /api/settings')))}
        />
      )}
      <OrganisationSettings form={form} />
      <BookingSettings form={form} />
      <TextSettings form={form} />
      <RecordSettings form={form} />
      <KeepingSettings form={form} />
      <div className={styles.save}>
        <Button type="submit" kind="primary" busy={form.busy}>
          {t('settings.save')}
        </Button>
      </div>
      <UnsavedGuard isDirty={form.isDirty} />
    </Form>
  )
}
