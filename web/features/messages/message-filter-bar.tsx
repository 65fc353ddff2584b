import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { useTextFilter } from '../../lib/text-filter.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { Filters } from '../../ui/filters.tsx'
import { isFiltered, clearedFilters, readFilters } from './message-filters.ts'
import { channelLabels, kindChoices, stateTones } from './format-message.ts'

/** Filters by recipient, kind, state, channel and date, kept in the address. */
export function MessageFilterBar() {
  const [params, setParams] = useSearchParams<'messages'>()
  const { kind, state, channel, from, to } = readFilters(params)
  const filtered = isFiltered(params)
  const bind = (name: string, value: string | undefined) => ({
    name,
    value: value ?? '',
    onChange: (next: string) => setParams({ [name]: next || undefined, after: undefined }, { replace: true }),
  })
  const choose = (name: string, value: string | undefined, options: { value: string; label: string }[]) => ({
    placeholder: t('messages.anything'),
    options,
    ...bind(name, value),
  })
  const states = (Object.keys(stateTones) as (keyof typeof stateTones)[]).map(value => ({ value, label: t(`messages.state.${value}`) }))
  const channels = Object.entries(channelLabels).map(([value, id]) => ({ value, label: t(id) }))
  return (
    <Filters label={t('messages.filters')} filtered={filtered}>
      <TextField
        label={t('messages.search')}
        name="search"
        type="search"
        maxLength={100}
        autoComplete="off"
        placeholder={t('messages.searchHint')}
        {...useTextFilter<'messages'>('search')}
      />
      <SelectField label={t('messages.kind')} {...choose('kind', kind, kindChoices())} />
      <SelectField label={t('messages.state')} {...choose('state', state === 'not_reached' ? '' : state, states)} />
      <SelectField label={t('messages.channel')} {...choose('channel', channel, channels)} />
      <DateField label={t('messages.from')} max={to} {...bind('from', from)} />
      <DateField label={t('messages.to')} min={from} {...bind('to', to)} />
      {filtered && (
        <Button kind="plain" onClick={() => setParams(clearedFilters)}>
          {t('messages.showAll')}
        </Button>
      )}
    </Filters>
  )
}
