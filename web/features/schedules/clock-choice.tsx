import type { Resolved } from '#domain/time/moment.ts'
import { t } from '../../lib/messages.ts'
import { formatLocalTime, formatZone } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './schedule-form.module.css'
import type { Disambiguation } from './schedule-values.ts'

interface ClockChoiceProps {
  time: string
  zone: string
  resolved: Resolved
  which: Disambiguation
  onTime: (time: string) => void
  onWhich: (which: Disambiguation) => void
}

/** On days when the clocks change: alternatives to a skipped time, or the first or second of a repeated time. */
export function ClockChoice({ time, zone, resolved, which, onTime, onWhich }: ClockChoiceProps) {
  if (resolved.kind === 'exact') return null
  const named = { zone: formatZone(zone), time }
  return (
    <Notice kind="warning">
      <p>{t(resolved.kind === 'skipped' ? 'clockChange.skipped' : 'clockChange.repeated', named)}</p>
      <div className={styles.choices}>
        {resolved.kind === 'skipped'
          ? [resolved.before, resolved.after].map(({ local }) => (
              <Button key={local} small onClick={() => onTime(local.slice(11, 16))}>
                {formatLocalTime(local)}
              </Button>
            ))
          : (['earlier', 'later'] as const).map(one => (
              <Button key={one} small kind={which === one ? 'primary' : 'quiet'} aria-pressed={which === one} onClick={() => onWhich(one)}>
                {t(one === 'earlier' ? 'clockChange.first' : 'clockChange.second', { time })}
              </Button>
            ))}
      </div>
    </Notice>
  )
}
