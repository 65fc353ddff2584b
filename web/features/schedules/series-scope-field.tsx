import { useId } from 'react'
import { t } from '../../lib/messages.ts'
import { ChoiceTile } from '../../ui/choice-tile.tsx'
import type { scopesOf, SeriesScope } from './series-sessions.ts'
import styles from './series.module.css'

interface SeriesScopeProps {
  scopes: ReturnType<typeof scopesOf>
  /** Later sessions that are not among them. */
  more: number
  value: SeriesScope
  onChange: (scope: SeriesScope) => void
}

/** Asks which sessions of the series are meant. */
export function SeriesScopeField({ scopes, more, value, onChange }: SeriesScopeProps) {
  const id = useId()
  return (
    <div role="radiogroup" aria-labelledby={id} className={styles.scopes}>
      <p id={id} className={styles.legend}>
        {t('series.which')}
      </p>
      {scopes.map(({ scope, count }) => (
        <ChoiceTile key={scope} type="radio" name={id} value={scope} checked={value === scope} onChange={() => onChange(scope)}>
          <span>{t(scope === 'all' && more > 0 ? 'series.scope.first' : `series.scope.${scope}`, { count })}</span>
        </ChoiceTile>
      ))}
      {more > 0 && <p className="soft small">{t('series.more', { count: more })}</p>}
    </div>
  )
}
