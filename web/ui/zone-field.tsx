import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { t } from '../lib/messages.ts'
import { visitorZone } from '../lib/time.ts'
import { Field, type FieldLook } from './field.tsx'
import field from './field.module.css'
import styles from './zone-field.module.css'
import { findZones, formatZoneNow, zoneChoices, type ZoneChoice } from './zones.ts'

interface ZoneFieldProps extends Pick<FieldLook, 'label' | 'hint'> {
  name: string
  value: string
  error: string | undefined
  onChange: (zone: string) => void
}

const shownAtMost = 60

/** A searchable list of IANA zones, as the ARIA combobox pattern says: type, arrow keys, Enter; Escape takes the typing back. Its texts are in messages/my.ts. */
export function ZoneField({ label, hint, name, value, error, onChange }: ZoneFieldProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<string>()
  const [at, setAt] = useState(0)
  const [now] = useState(() => new Date())
  const choices = useMemo(() => zoneChoices(visitorZone(), value), [value])
  const found = useMemo(() => findZones(choices, typed ?? '').slice(0, shownAtMost), [choices, typed])
  const open = typed !== undefined

  const close = () => setTyped(undefined)
  const choose = ({ zone }: ZoneChoice) => {
    onChange(zone)
    close()
  }
  const walk = (to: number) => {
    if (!open) setTyped('')
    const next = Math.max(0, Math.min(found.length - 1, to))
    setAt(next)
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: open ? at + 1 : 0, ArrowUp: at - 1 }[event.key]
    if (step !== undefined) walk(step)
    else if (event.key === 'Escape' && open) close()
    else if (event.key === 'Enter' && open && found[at]) choose(found[at])
    else return
    event.preventDefault()
  }

  return (
    <Field label={label} hint={hint} error={error}>
      {control => (
        <div className={styles.place}>
          <input
            {...control}
            name={name}
            className={field.control}
            role="combobox"
            aria-expanded={open}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={open && found[at] ? `${id}-${at}` : undefined}
            autoComplete="off"
            spellCheck={false}
            value={typed ?? value.replaceAll('_', ' ').replaceAll('/', ' / ')}
            onChange={event => {
              setTyped(event.target.value)
              setAt(0)
            }}
            onFocus={event => event.target.select()}
            onClick={() => !open && setTyped('')}
            onBlur={close}
            onKeyDown={onKeyDown}
          />
          <span className="visually-hidden" role="status">
            {open && t('details.zoneMatches', { count: found.length })}
          </span>
          <div ref={list} id={`${id}-list`} role="listbox" aria-label={t('details.zoneList')} className={styles.list} hidden={!open}>
            {open &&
              found.map((choice, index) => (
                <div
                  key={choice.zone}
                  id={`${id}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === at}
                  className={styles.option}
                  onPointerDown={event => event.preventDefault()}
                  onClick={() => choose(choice)}
                >
                  <span>{choice.label}</span>
                  <span className="soft small tabular">{t('details.zoneNow', { time: formatZoneNow(choice.zone, now).time })}</span>
                </div>
              ))}
            {open && found.length === 0 && <p className={styles.none}>{t('details.zoneMatches', { count: 0 })}</p>}
          </div>
        </div>
      )}
    </Field>
  )
}
