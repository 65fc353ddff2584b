import { useMemo, useState } from 'react'
import { t } from '../lib/messages.ts'
import { formatTime } from '../lib/time.ts'
import { visitorZone } from '../lib/visitor-zone.ts'
import { Combobox } from './combobox.tsx'
import type { FieldBaseProps } from './field.tsx'
import styles from './zone-field.module.css'
import { findZones, zoneChoices, zoneLabel } from './zones.ts'

interface ZoneFieldProps extends Pick<FieldBaseProps, 'hint'> {
  label: string
  name: string
  /** IANA name; empty: none is chosen. */
  value: string
  /** Of an optional field: what no choice means. */
  placeholder?: string | undefined
  error: string | undefined
  onChange: (zone: string) => void
}

const maxResults = 60

/** A searchable list of IANA zones. Text that is not chosen from the list is discarded. */
export function ZoneField({ label, hint, name, value, placeholder, error, onChange }: ZoneFieldProps) {
  const [text, setText] = useState<string>()
  const [open, setOpen] = useState(false)
  const [now] = useState(() => new Date().toISOString())
  // Listing 400 zones takes longer than rendering the rest of a form: not before the first use.
  const [isUsed, setIsUsed] = useState(false)
  const choices = useMemo(() => (isUsed ? zoneChoices(visitorZone(), value) : []), [isUsed, value])
  const found = useMemo(() => findZones(choices, text ?? '').slice(0, maxResults), [choices, text])
  return (
    <Combobox
      {...{ label, hint, name, error }}
      optional={placeholder !== undefined}
      text={text ?? zoneLabel(value)}
      onText={setText}
      listLabel={t('zoneField.list')}
      items={found}
      idOf={({ zone }) => zone}
      render={({ zone, label: zoneName }) => (
        <span className={styles.zone}>
          <span>{zoneName}</span>
          <span className="soft small tabular">{t('zoneField.now', { time: formatTime(now, zone) })}</span>
        </span>
      )}
      onChoose={({ zone }) => onChange(zone)}
      status={open || text !== undefined ? t('zoneField.matches', { count: found.length }) : ''}
      onOpenChange={next => {
        setOpen(next)
        if (!next) setText(undefined)
      }}
      openOnClick
      input={{
        spellCheck: false,
        placeholder,
        onFocus: event => {
          setIsUsed(true)
          event.target.select()
        },
      }}
    />
  )
}
