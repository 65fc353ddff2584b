import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { useTextFilter } from '../../lib/text-filter.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { Filters } from '../../ui/filters.tsx'
import { filterNames, clearedFilters, readFilters } from './audit-filters.ts'
import { actionChoices, thingChoices } from './format-entry.ts'

/** Filters by person, subject and date, kept in the address. */
export function AuditFilterBar() {
  const [params, setParams] = useSearchParams<'audit'>()
  const { action, subject, from, to } = readFilters(params)
  const bind = (name: string, value: string | undefined) => ({
    name,
    value: value ?? '',
    onChange: (next: string) => setParams({ [name]: next || undefined, after: undefined }, { replace: true }),
  })
  const filtered = filterNames.some(name => params[name])
  return (
    <Filters filtered={filtered}>
      <TextField
        label={t('audit.person')}
        name="person"
        maxLength={100}
        autoComplete="off"
        placeholder={t(can('User List') ? 'audit.personNumber' : 'audit.personName')}
        {...useTextFilter<'audit'>('person', { person_id: undefined })}
      />
      <SelectField label={t('audit.thing')} placeholder={t('audit.anything')} options={thingChoices(subject)} {...bind('thing', subject)} />
      <SelectField
        label={t('audit.action')}
        placeholder={t('audit.anything')}
        options={actionChoices(action)}
        {...bind('action', action)}
      />
      <DateField label={t('audit.from')} max={to} {...bind('from', from)} />
      <DateField label={t('audit.to')} min={from} {...bind('to', to)} />
      {filtered && (
        <Button kind="plain" onClick={() => setParams(clearedFilters)}>
          {t('audit.showAll')}
        </Button>
      )}
    </Filters>
  )
}
