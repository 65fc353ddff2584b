import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { t } from '../../lib/messages.ts'
import { can } from '../../lib/session.ts'
import { PrivateAvatar } from '../../ui/private-avatar.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import field from '../../ui/field.module.css'
import styles from './palette.module.css'
import { useFound, type Group, type Option } from './use-found.ts'

/** Finds a person by name or number, an appointment by reference, and every page: type, arrows, Enter (ARIA combobox in a dialog). */
export default function Palette({ onClose }: { onClose: () => void }) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const { groups, looking, failed } = useFound(typed)
  const options = groups.flatMap(group => group.options)
  const active = Math.min(at, options.length - 1)

  const go = ({ to }: Option) => {
    onClose()
    void navigate({ href: to })
  }
  const mark = (index: number) => {
    const next = (index + options.length) % options.length
    setAt(next)
    list.current?.querySelectorAll('[role="option"]')[next]?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowDown: active + 1, ArrowUp: active - 1 }[event.key]
    const chosen = options[active]
    if (to !== undefined && options.length > 0) mark(to)
    else if (event.key === 'Enter' && chosen) go(chosen)
    else return
    event.preventDefault()
  }
  const status = failed
    ? t('palette.failed')
    : looking
      ? t('palette.looking')
      : t('palette.count', { count: options.length, typed: typed.trim() ? 'yes' : 'no' })

  return (
    <Dialog title={t('palette.title')} onClose={onClose}>
      <div className={styles.search}>
        <IconSearch size={20} aria-hidden="true" />
        <input
          // The dialog gives the focus to what carries this.
          ref={element => element?.setAttribute('autofocus', '')}
          type="text"
          className={field.control}
          role="combobox"
          aria-label={t('palette.label')}
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={options.length > 0 ? `${id}-${active}` : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder={t(can('User List') ? 'palette.placeholder' : 'palette.placeholderPages')}
          value={typed}
          onChange={event => {
            setTyped(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <p role="status" className="soft small">
        {status}
      </p>
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={t('palette.results')} className={styles.list}>
        {groups.map((group, index) => (
          <OptionGroup
            key={group.title}
            id={id}
            group={group}
            first={groups.slice(0, index).reduce((sum, { options: before }) => sum + before.length, 0)}
            active={active}
            onMark={setAt}
            onChoose={go}
          />
        ))}
      </div>
    </Dialog>
  )
}

interface OptionGroupProps {
  id: string
  group: Group
  /** The place of its first option among all. */
  first: number
  active: number
  onMark: (index: number) => void
  onChoose: (option: Option) => void
}

function OptionGroup({ id, group: { title, options }, first, active, onMark, onChoose }: OptionGroupProps) {
  return (
    <div role="group" aria-label={title}>
      <div className={styles.title} aria-hidden="true">
        {title}
      </div>
      {options.map((option, index) => (
        <div
          key={option.to}
          id={`${id}-${first + index}`}
          role="option"
          tabIndex={-1}
          aria-selected={first + index === active}
          className={styles.option}
          // The field keeps the focus.
          onPointerDown={event => event.preventDefault()}
          onPointerMove={() => onMark(first + index)}
          onClick={() => onChoose(option)}
        >
          {option.photo && <PrivateAvatar name={option.photo.name} photo={option.photo.url} size="small" />}
          <span className={styles.words}>
            <span className={styles.label}>{option.label}</span>
            {option.note && <span className={styles.note}>{option.note}</span>}
          </span>
        </div>
      ))}
    </div>
  )
}
