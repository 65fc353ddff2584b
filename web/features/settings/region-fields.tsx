import { phoneCountries } from '#domain/people/phone-countries.ts'
import type { BoundField } from '../../lib/form.ts'
import { useLanguageOptions } from '../../lib/language-options.ts'
import { region, t } from '../../lib/messages.ts'
import { SelectField } from '../../ui/fields.tsx'

interface RegionFieldsProps {
  field: (name: 'phone_country' | 'locale' | 'currency') => BoundField<string>
}

/** The organisation's country, language and currency. */
export function RegionFields({ field }: RegionFieldsProps) {
  const locale = field('locale')
  return (
    <>
      <SelectField
        label={t('settings.country')}
        hint={t('settings.countryHint')}
        options={named('region', phoneCountries)}
        {...field('phone_country')}
      />
      <SelectField
        label={t('settings.language')}
        hint={t('settings.languageHint')}
        options={useLanguageOptions(locale.value)}
        {...locale}
      />
      <SelectField
        label={t('settings.currency')}
        hint={t('settings.currencyHint')}
        options={named('currency', Intl.supportedValuesOf('currency'))}
        {...field('currency')}
      />
    </>
  )
}

/** Codes with their names, ordered by name. */
function named(type: 'region' | 'currency', codes: readonly string[]) {
  const names = new Intl.DisplayNames(region, { type })
  return codes
    .map(value => ({ value, label: type === 'currency' ? `${names.of(value) ?? value} (${value})` : (names.of(value) ?? value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, region))
}
