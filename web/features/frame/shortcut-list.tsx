import { t } from '../../lib/messages.ts'
import { can } from '../../lib/session.ts'
import { setSingleKeys, useSingleKeys } from '../../lib/single-keys.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { steps, undoKey } from '../appointments/status-steps.ts'
import { newItems } from './staff-menus.tsx'
import { goShortcuts } from './use-shortcuts.ts'
import styles from './shortcut-list.module.css'

/** The keyboard shortcuts that work for the user, and the switch for those of a single key. */
export default function ShortcutList({ onClose }: { onClose: () => void }) {
  const isOn = useSingleKeys()
  const shortcuts = [
    { keys: ['/'], label: t('palette.title') },
    ...(newItems().length > 0 ? [{ keys: ['N'], label: t('menu.new') }] : []),
    ...(can('Appointment Create') ? [{ keys: ['B'], label: t('appointmentCreate.title') }] : []),
    { keys: ['J'], label: t('shortcuts.nextRecord') },
    { keys: ['K'], label: t('shortcuts.previousRecord') },
    { keys: [t('shortcuts.escape')], label: t('shortcuts.closePanel') },
    { keys: ['?'], label: t('shortcuts.title') },
    ...goShortcuts().map(({ key, page }) => ({ keys: ['G', key.toUpperCase()], label: t(page.title) })),
  ]
  return (
    <Dialog title={t('shortcuts.title')} onClose={onClose}>
      <p className={styles.always}>
        {t('shortcuts.always')} <Keys keys={[t('shortcuts.control'), 'K']} />
      </p>
      <label className={styles.switch}>
        <input type="checkbox" checked={isOn} onChange={event => setSingleKeys(event.target.checked)} />
        {t('shortcuts.switch')}
      </label>
      <List shortcuts={shortcuts} isOn={isOn} />
      {can('Appointment List') && can('Appointment Edit') && (
        <>
          <h3 className={styles.title}>{t('shortcuts.appointment')}</h3>
          <List shortcuts={onAppointment()} isOn />
        </>
      )}
    </Dialog>
  )
}

interface Shortcut {
  keys: readonly string[]
  label: string
}

/** The letters of a focused appointment. */
const onAppointment = (): Shortcut[] => [
  ...Object.values(steps).flatMap(({ key, label }) => (key ? [{ keys: [key.toUpperCase()], label: t(label) }] : [])),
  { keys: [undoKey.toUpperCase()], label: t('ui.undo') },
  { keys: ['M'], label: t('shortcuts.move') },
]

const List = ({ shortcuts, isOn }: { shortcuts: readonly Shortcut[]; isOn: boolean }) => (
  <dl className={isOn ? styles.list : `${styles.list} ${styles.off}`}>
    {shortcuts.map(({ keys, label }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          <Keys keys={keys} />
        </dd>
      </div>
    ))}
  </dl>
)

const Keys = ({ keys }: { keys: readonly string[] }) => (
  <span className={styles.keys}>
    {keys.map(key => (
      <kbd key={key}>{key}</kbd>
    ))}
  </span>
)
