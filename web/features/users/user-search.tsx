import { useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { namedOptions } from '../../ui/named-options.ts'
import { isFiltered, clearedFilters, readFilters } from './user-filters.ts'
import styles from './users.module.css'

/** Search and filters, kept in the address. The role filter needs Role List. */
export function UserSearch() {
  const [params, setParams] = useSearchParams<'users'>()
  const filters = readFilters(params)
  const roles = useQuery({ ...queryOptionsOf('GET /api/roles'), enabled: can('Role List') }).data?.roles ?? []
  const bind = (name: string, value: string | undefined) => ({
    name,
    value: value ?? '',
    onChange: (next: string) => setParams({ [name]: next || undefined, page: undefined }, { replace: true }),
  })
  return (
    <search className={styles.filters}>
      <TextField
        label={t('users.search')}
        hint={t('roleAssign.searchHint')}
        type="search"
        maxLength={200}
        autoComplete="off"
        {...bind('search', filters.search)}
      />
      <SelectField
        label={t('users.state')}
        placeholder={t('users.state.all')}
        options={[
          { value: 'active', label: t('users.state.active') },
          { value: 'inactive', label: t('users.state.inactive') },
        ]}
        {...bind('state', filters.state === 'all' ? '' : filters.state)}
      />
      {roles.length > 0 && (
        <SelectField
          label={t('users.role')}
          placeholder={t('users.role.any')}
          options={namedOptions(roles)}
          {...bind('role', filters.role)}
        />
      )}
      {isFiltered(filters) && (
        <Button kind="plain" className={styles.showAll} onClick={() => setParams(clearedFilters)}>
          {t('users.showAll')}
        </Button>
      )}
    </search>
  )
}
