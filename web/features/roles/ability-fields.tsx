import type { AbilityName } from '#contract/abilities.ts'
import { wildcard } from '#contract/granted.ts'
import { useId } from 'react'
import { t, type MessageId } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from './choice.tsx'
import { abilitiesNotHeld } from './role-limits.ts'
import styles from './role-form.module.css'
import { formatAbility } from './format-role.ts'

interface AbilityFieldsProps {
  /** Names of abilities by subject, as the API offers them. */
  groups: Readonly<Record<string, readonly AbilityName[]>>
  value: readonly string[]
  onChange: (abilities: readonly string[]) => void
}

/** Abilities grouped by subject. Those that the user does not hold cannot be changed, with a note. */
export function AbilityFields({ groups, value, onChange }: AbilityFieldsProps) {
  const all = value.includes(wildcard)
  const notMine = abilitiesNotHeld([wildcard]).length > 0
  return (
    <>
      <Choice
        name={t('roleForm.everything')}
        hint={notMine ? t('roleForm.beyond') : t('roleForm.everythingHint')}
        checked={all}
        disabled={notMine}
        onChange={checked => onChange(checked ? [wildcard] : [])}
      />
      {Object.entries(groups).map(([group, names]) => (
        <AbilityGroup key={group} title={titleOf(group)} names={names} value={value} onChange={onChange} />
      ))}
    </>
  )
}

interface AbilityGroupProps {
  title: string
  names: readonly AbilityName[]
  value: readonly string[]
  onChange: (abilities: readonly string[]) => void
}

function AbilityGroup({ title, names, value, onChange }: AbilityGroupProps) {
  const id = useId()
  const all = value.includes(wildcard)
  const mine = names.filter(name => abilitiesNotHeld([name]).length === 0)
  const others = value.filter(name => !names.some(one => one === name))
  const full = mine.every(name => value.includes(name))
  const hintOf = (name: AbilityName) => {
    if (all) return t('roleForm.included')
    // The short name is what the API and other pages call it.
    return mine.includes(name) ? name : t('roleForm.beyond')
  }
  return (
    <div className={styles.group} role="group" aria-labelledby={id}>
      <div className={styles.groupHead}>
        <h3 id={id} className={styles.groupTitle}>
          {title}
        </h3>
        {!all && mine.length > 1 && (
          <Button
            small
            kind="plain"
            aria-label={t(full ? 'roleForm.noneOf' : 'roleForm.allOf', { group: title })}
            onClick={() => onChange(full ? others : [...others, ...mine])}
          >
            {t(full ? 'roleForm.none' : 'roleForm.all')}
          </Button>
        )}
      </div>
      <div className={styles.choices}>
        {names.map(name => (
          <Choice
            key={name}
            name={formatAbility(name)}
            hint={hintOf(name)}
            checked={all || value.includes(name)}
            disabled={all || !mine.includes(name)}
            onChange={checked => onChange(checked ? [...value, name] : value.filter(one => one !== name))}
          />
        ))}
      </div>
    </div>
  )
}

/** An unknown group of a newer server is shown by its own name. */
const titleOf = (group: string) => {
  const id = `roles.group.${group}` as MessageId
  const title = t(id)
  return title === id ? group : title
}
