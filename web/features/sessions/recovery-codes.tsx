import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { t } from '../../lib/messages.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useSite } from '../../lib/site.ts'
import { Button } from '../../ui/button.tsx'
import { toast, toastError } from '../../ui/toast.ts'
import styles from './sessions.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  /** Of the heading, which takes the focus: the codes replace another step. */
  level: 2 | 3
  onDone: () => void
}

/** Ten codes, this once: to copy, save or print. */
export function RecoveryCodes({ codes, level, onDone }: RecoveryCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const site = useSite()
  const Heading = level === 2 ? 'h2' : 'h3'
  useEffect(() => heading.current?.focus(), [])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      toast(t('recovery.copied'), { type: 'success' })
    } catch (error) {
      toastError(error)
    }
  }
  const save = () => {
    const text = [t('recovery.fileTitle', { site: site?.site_name ?? '' }), '', ...codes, ''].join('\n')
    saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')
  }
  return (
    <div className={styles.recovery}>
      <Heading ref={heading} tabIndex={-1} className={styles.recoveryTitle}>
        {t('recovery.title')}
      </Heading>
      <p>{t('recovery.lead')}</p>
      <ul className={styles.codes} aria-label={t('recovery.title')}>
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        {/* Browsers let pages write there over https alone. */}
        {'clipboard' in navigator && (
          <Button small icon={<IconCopy size={18} aria-hidden="true" />} onClick={() => void copy()}>
            {t('recovery.copy')}
          </Button>
        )}
        <Button small icon={<IconDownload size={18} aria-hidden="true" />} onClick={save}>
          {t('recovery.save')}
        </Button>
        <Button small icon={<IconPrinter size={18} aria-hidden="true" />} onClick={() => window.print()}>
          {t('recovery.print')}
        </Button>
      </div>
      <div>
        <Button kind="primary" onClick={onDone}>
          {t('recovery.done')}
        </Button>
      </div>
    </div>
  )
}
