import { accentShades, type Shades } from '#domain/branding/accent-shades.ts'
import { contrast } from '#domain/branding/contrast.ts'
import { grounds, type Scheme } from '#domain/branding/grounds.ts'
import { useMemo } from 'react'
import { t } from '../../lib/messages.ts'
import styles from './branding.module.css'

/** The shades that pages make of an accent. In a file of its own: computing them takes a library. */
export default function AccentSamples({ colour }: { colour: string }) {
  const shades = useMemo(() => accentShades(colour), [colour])
  return (
    <ul className={styles.schemes}>
      <Sample scheme="light" colour={colour} shades={shades.light} />
      <Sample scheme="dark" colour={colour} shades={shades.dark} />
    </ul>
  )
}

/** What the shades look like on a page, and how readable they are. */
function Sample({ scheme, colour, shades }: { scheme: Scheme; colour: string; shades: Shades }) {
  const { accent, 'on-accent': onAccent, 'accent-ink': ink } = shades
  const { paper } = grounds[scheme]
  return (
    <li>
      <strong className="small">{t(scheme === 'light' ? 'settings.accentOnLight' : 'settings.accentOnDark')}</strong>
      <span className={styles.sample} style={{ background: paper }} aria-hidden="true">
        <span className={styles.button} style={{ background: accent, color: onAccent }}>
          {t('settings.accentButton')}
        </span>
        <span className={styles.link} style={{ color: ink }}>
          {t('settings.accentLink')}
        </span>
        <span className={styles.ring} style={{ borderColor: accent, color: ink }}>
          {t('settings.accentRing')}
        </span>
      </span>
      <span className="small">
        {accent === colour
          ? t('settings.accentAsChosen', { ratio: round(contrast(accent, paper)) })
          : t('settings.accentAdjusted', {
              before: round(contrast(colour, paper)),
              shade: accent,
              ratio: round(contrast(accent, paper)),
            })}{' '}
        {t('settings.accentButtonRatio', { ratio: round(contrast(onAccent, accent)), link: round(contrast(ink, paper)) })}
      </span>
    </li>
  )
}

/** To one digit, never up: 4.49 does not meet 4.5. */
const round = (ratio: number): string => (Math.floor(ratio * 10) / 10).toFixed(1)
