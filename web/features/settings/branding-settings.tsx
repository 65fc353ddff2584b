import { t } from '../../lib/messages.ts'
import { AccentField } from './accent-field.tsx'
import { LogoField } from './logo-field.tsx'
import { SettingsGroup } from './settings-group.tsx'
import type { SettingsFormState } from './settings-values.ts'

/** The organisation's logos and its accent colour. */
export function BrandingSettings({ form }: { form: SettingsFormState }) {
  return (
    <SettingsGroup name="branding">
      <LogoField
        scheme="light"
        other={form.values.logo_dark}
        label={t('settings.logoLight')}
        hint={t('settings.logoHint')}
        {...form.field('logo_light')}
      />
      <LogoField
        scheme="dark"
        other={form.values.logo_light}
        label={t('settings.logoDark')}
        hint={t('settings.logoDarkHint')}
        {...form.field('logo_dark')}
      />
      <AccentField {...form.field('accent')} />
    </SettingsGroup>
  )
}
