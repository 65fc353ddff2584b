import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { setAppearance, useAppearance, type Appearance } from '../../lib/appearance.ts'
import { t } from '../../lib/messages.ts'
import styles from './appearance-choice.module.css'

const choices = [
  { value: 'system', label: 'frame.system', Icon: IconDeviceDesktop },
  { value: 'light', label: 'frame.light', Icon: IconSun },
  { value: 'dark', label: 'frame.dark', Icon: IconMoon },
] as const satisfies { value: Appearance; label: string; Icon: unknown }[]

/** Appearance: system, light or dark. */
export function AppearanceChoice() {
  const appearance = useAppearance()
  return (
    <div className={styles.choice} role="group" aria-label={t('frame.appearance')}>
      {choices.map(({ value, label, Icon }) => (
        <button
          key={value}
          type="button"
          aria-pressed={appearance === value}
          aria-label={t(label)}
          title={t(label)}
          onClick={() => setAppearance(value)}
        >
          <Icon size={18} stroke={1.8} aria-hidden="true" />
        </button>
      ))}
    </div>
  )
}
