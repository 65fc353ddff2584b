import type { RoleMapping } from '#contract/providers.ts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import styles from './providers.module.css'

interface MappingFieldsProps {
  /** Who wrote the present mapping. */
  author: string | undefined
  value: readonly RoleMapping[]
  error: string | undefined
  onChange: (mapping: RoleMapping[]) => void
}

/** Which values of which claims give which roles. */
export function MappingFields({ author, value, error, onChange }: MappingFieldsProps) {
  const id = useId()
  const roles = useQuery(queryOptionsOf('GET /api/role-assign/create')).data?.all_roles ?? []
  const options = roles.map(role => ({ value: role.id, label: role.name }))
  const set = (at: number, change: Partial<RoleMapping>) =>
    onChange(value.map((rule, index) => (index === at ? { ...rule, ...change } : rule)))
  return (
    <div role="group" className={styles.mapping} aria-labelledby={`${id}-label`} aria-describedby={error ? `${id}-error` : `${id}-hint`}>
      <h2 id={`${id}-label`}>{t('signIn.mapping')}</h2>
      <p id={`${id}-hint`} className="soft small">
        {t('signIn.mappingHint')} {author && t('signIn.mappingAuthor', { name: author })}
      </p>
      {value.map((rule, index) => (
        <div key={index} className={styles.rule} role="group" aria-label={t('signIn.rule', { number: index + 1 })}>
          <TextField
            label={t('signIn.claim')}
            name={`claim-${index}`}
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            value={rule.claim}
            onChange={claim => set(index, { claim })}
          />
          <TextField
            label={t('signIn.value')}
            name={`value-${index}`}
            autoComplete="off"
            spellCheck={false}
            maxLength={300}
            value={rule.value}
            onChange={text => set(index, { value: text })}
          />
          <SelectField
            label={t('signIn.role')}
            name={`role-${index}`}
            placeholder={t('signIn.chooseRole')}
            options={options}
            value={rule.role_id}
            onChange={role_id => set(index, { role_id })}
          />
          <IconButton label={t('signIn.removeRule', { number: index + 1 })} onClick={() => onChange(value.filter((_, at) => at !== index))}>
            <IconTrash size={20} aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      <FieldError id={`${id}-error`} error={error} />
      <div>
        <Button
          small
          icon={<IconPlus size={18} aria-hidden="true" />}
          onClick={() => onChange([...value, { claim: value.at(-1)?.claim ?? 'groups', value: '', role_id: '' }])}
        >
          {t('signIn.addRule')}
        </Button>
      </div>
    </div>
  )
}
