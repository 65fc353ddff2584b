import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { t } from '../lib/messages.ts'
import { paths } from '../lib/paths.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'

/**
 * What Chromium, Firefox, Safari and Vite say when a file of the pages cannot be loaded. A newer server no longer has the
 * files of this page: only loading the page again helps.
 */
const missingFile =
  /Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS/

const isMissingFile = (error: unknown): boolean => error instanceof Error && missingFile.test(error.message)

/** Shown when a page throws: states it and offers another attempt, and makes one once there is a connection again. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const showAgain = () => {
    reset()
    void router.invalidate()
  }
  const retry = () => (isMissingFile(error) && navigator.onLine ? location.reload() : showAgain())
  const onOnline = useEffectEvent(showAgain)
  useEffect(() => {
    const end = new AbortController()
    window.addEventListener('online', () => onOnline(), { signal: end.signal })
    return () => end.abort()
  }, [])
  return (
    <Page
      title={t('ui.pageFailedTitle')}
      lead={t('ui.pageFailedText')}
      width="reading"
      actions={
        <>
          <Button kind="primary" onClick={retry}>
            {t('ui.retry')}
          </Button>
          <ButtonLink to={paths.booking()}>{t('errors.goHome')}</ButtonLink>
        </>
      }
    />
  )
}
