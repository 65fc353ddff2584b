import { useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { namedOptions } from '../../ui/named-options.ts'
import styles from './assigned.module.css'

/** Filters of the list, kept in the address. The role filter needs Role List. */
export function AssignedFilters() {
  const [{ search = '', role = '' }, setParams] = useSearchParams<'roleAssign'>()
  const { data } = useQuery({ ...queryOptionsOf('GET /api/roles'), enabled: can('Role List') })
  const set = (change: Record<string, string>) =>
    setParams(
      { ...Object.fromEntries(Object.entries(change).map(([key, value]) => [key, value || undefined])), page: undefined },
      { replace: true },
    )
  return (
    <search className={styles.filters}>
      <TextField
        label={t('roleAssign.search')}
        hint={t('roleAssign.searchHint')}
        type="search"
        name="search"
        value={search}
        onChange={value => set({ search: value })}
      />
      {data && (
        <SelectField
          label={t('roleAssign.role')}
          placeholder={t('roleAssign.anyRole')}
          options={namedOptions(data.roles)}
          name="role"
          value={role}
          onChange={value => set({ role: value })}
        />
      )}
    </search>
  )
}
