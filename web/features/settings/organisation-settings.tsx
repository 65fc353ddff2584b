import { t } from '../../lib/messages.ts'
import { TextAreaField, TextField } from '../../ui/fields.tsx'
import { ZoneField } from '../../ui/zone-field.tsx'
import { BrandingSettings } from './branding-settings.tsx'
import { RegionFields } from './region-fields.tsx'
import { SettingsGroup } from './settings-group.tsx'
import type { SettingsFormState } from './settings-values.ts'

/** The organisation's name, contact, signature, time zone, branding, country, language and currency. */
export function OrganisationSettings({ form }: { form: SettingsFormState }) {
  return (
    <>
      <SettingsGroup name="organisation">
        <TextField label={t('settings.siteName')} hint={t('settings.siteNameHint')} maxLength={80} {...form.field('site_name')} />
        <TextAreaField label={t('settings.contact')} hint={t('settings.contactHint')} optional maxLength={300} {...form.field('contact')} />
        <TextAreaField
          label={t('settings.emailSignature')}
          hint={t('settings.emailSignatureHint')}
          optional
          maxLength={500}
          {...form.field('email_signature')}
        />
        <ZoneField label={t('settings.zone')} hint={t('settings.zoneHint')} {...form.field('time_zone')} />
      </SettingsGroup>
      <BrandingSettings form={form} />
      <SettingsGroup name="embed">
        <TextAreaField label={t('settings.embedOrigins')} hint={t('settings.embedHint')} optional {...form.field('embed_origins')} />
      </SettingsGroup>
      <SettingsGroup name="people">
        <RegionFields field={form.field} />
      </SettingsGroup>
    </>
  )
}
