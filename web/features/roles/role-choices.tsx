import type { Role } from '#contract/roles.ts'
import { useId } from 'react'
import { t } from '../../lib/messages.ts'
import { FieldError } from '../../ui/field.tsx'
import styles from './assigned.module.css'
import { Choice } from './choice.tsx'
import { readOnlyReason } from './role-limits.ts'
import { formatRole } from './format-role.ts'

interface RoleChoicesProps {
  all: readonly Role[]
  value: readonly string[]
  /** Roles that the user already holds; they stay checked. */
  kept?: readonly string[]
  error?: string | undefined
  onChange: (ids: readonly string[]) => void
}

/** Roles as checkboxes with descriptions. Roles beyond the user's own abilities cannot be changed. */
export function RoleChoices({ all, value, kept = [], error, onChange }: RoleChoicesProps) {
  const id = useId()
  const hintOf = (role: Role) => {
    if (kept.includes(role.id)) return t('roleAssignEdit.holds')
    return readOnlyReason(role) ? t('roleAssignEdit.beyond') : formatRole(role)
  }
  return (
    <fieldset aria-describedby={error && `${id}-error`}>
      <legend className={styles.legend}>{t('roleAssignEdit.which')}</legend>
      {all.map(role => (
        <Choice
          key={role.id}
          name={role.name}
          hint={hintOf(role)}
          checked={kept.includes(role.id) || value.includes(role.id)}
          disabled={kept.includes(role.id) || readOnlyReason(role) !== null}
          onChange={checked => onChange(checked ? [...value, role.id] : value.filter(one => one !== role.id))}
        />
      ))}
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  )
}
