import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'
import rows from '../../ui/row-list.module.css'
import { readFilters } from './invitation-filters.ts'
import styles from './invitations.module.css'

/** Search and status, kept in the address. */
export function InvitationSearch() {
  const [params, setParams] = useSearchParams<'invitations'>()
  const bind = (name: 'search' | 'status', value: string | undefined) => ({
    name,
    value: value ?? '',
    onChange: (next: string) => setParams({ [name]: next || undefined, page: undefined }, { replace: true }),
  })
  return (
    <search className={`${rows.filters} ${styles.search}`}>
      <TextField label={t('invitations.search')} type="search" maxLength={100} autoComplete="off" {...bind('search', params.search)} />
      <SelectField
        label={t('invitations.status')}
        placeholder={t('invitations.status.all')}
        options={[
          { value: 'pending', label: t('invitations.status.pending') },
          { value: 'accepted', label: t('invitations.status.accepted') },
          { value: 'expired', label: t('invitations.status.expired') },
          { value: 'revoked', label: t('invitations.status.revoked') },
        ]}
        {...bind('status', readFilters(params).status)}
      />
    </search>
  )
}
