import { IconSearch } from '@tabler/icons-react'
import { Suspense, useEffect } from 'react'
import { lazyPart, preparing } from '../../lib/lazy-part.ts'
import { t } from '../../lib/messages.ts'
import { EarlyField } from './early-field.tsx'
import styles from './palette-button.module.css'
import { closePalette, openPalette, returnFocusFromPalette, usePaletteState } from './palette-state.ts'

const Palette = lazyPart(() => import('./palette.tsx'))

const isApple = /Mac|iP(hone|ad|od)/.test(navigator.platform)

/**
 * Opens the palette by a click or by Ctrl K (⌘ K) on every staff page. It loads when the pointer or the focus
 * comes to the button, or the key is pressed.
 */
export function PaletteButton() {
  const { isOpen } = usePaletteState()
  useEffect(() => closePalette, [])
  useEffect(() => (isOpen ? returnFocusFromPalette : undefined), [isOpen])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === (isApple ? 'Meta' : 'Control')) Palette.prepare()
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      // One dialog at a time.
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      openPalette()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  const keys = isApple ? '⌘ K' : `${t('shortcuts.control')} K`
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={t('palette.find')}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title={t('palette.tip', { keys })}
        {...preparing(Palette)}
        onClick={openPalette}
      >
        <IconSearch size={18} aria-hidden="true" />
        <span className={styles.word}>{t('palette.find')}</span>
        <kbd className={styles.keys} aria-hidden="true">
          {keys}
        </kbd>
      </button>
      {isOpen && (
        <Suspense fallback={<EarlyField />}>
          <Palette />
        </Suspense>
      )}
    </>
  )
}
