import { useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { SelectField } from '../../ui/fields.tsx'

interface HolidayRegionFieldsProps {
  /** A country such as `GB` or a region such as `GB-ENG`; empty for none. */
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** The country and region whose public holidays count at a place. */
export function HolidayRegionFields({ value, error, onChange }: HolidayRegionFieldsProps) {
  const { data } = useQuery({ ...queryOptionsOf('GET /api/holiday-regions'), staleTime: Infinity })
  const country = value.slice(0, 2)
  // Until the list is there, and for a code that is no longer in it, the code stands for the name.
  const countries = withCurrent(data?.data ?? [], country)
  const regions = withCurrent(data?.data.find(({ code }) => code === country)?.regions ?? [], value === country ? '' : value)
  return (
    <>
      <SelectField
        label={t('placeForm.holidays')}
        hint={t('placeForm.holidaysHint')}
        placeholder={t('placeForm.holidaysNone')}
        name="holiday_country"
        value={country}
        error={error}
        options={countries.map(toOption)}
        onChange={onChange}
      />
      {regions.length > 0 && (
        <SelectField
          label={t('placeForm.holidayRegion')}
          name="holiday_region"
          value={value}
          options={[{ value: country, label: t('placeForm.holidayRegionAll') }, ...regions.map(toOption)]}
          onChange={onChange}
        />
      )}
    </>
  )
}

interface Named {
  code: string
  name: string
}

const withCurrent = (list: readonly Named[], code: string): readonly Named[] =>
  code === '' || list.some(one => one.code === code) ? list : [...list, { code, name: code }]

const toOption = ({ code, name }: Named) => ({ value: code, label: name })
