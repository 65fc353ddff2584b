import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { call, queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toastError } from '../../ui/toast.ts'
import { AccessList } from '../access-log/access-list.tsx'
import styles from './profile.module.css'

/** Who opened the user's record, and a download of all stored data. */
export function OwnData() {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const everything = await call('GET /api/my-profile/export')
      saveFile(new Blob([JSON.stringify(everything, null, 2)], { type: 'application/json' }), 'my-data.json')
    } catch (error) {
      toastError(error)
    }
    setBusy(false)
  }
  return (
    <>
      <section className={styles.section} aria-labelledby="access-log">
        <h2 id="access-log">{t('accessLog.title')}</h2>
        <Card>
          <p className="soft small">{t('accessLog.lead')}</p>
          <AccessList
            pageOf={page => queryOptionsOf('GET /api/my-profile/views', { query: { page, per_page: 5 } })}
            none={t('accessLog.none')}
          />
        </Card>
      </section>
      <section className={styles.section} aria-labelledby="own-data">
        <h2 id="own-data">{t('accessLog.exportTitle')}</h2>
        <Card>
          <p className="soft small">{t('accessLog.exportLead')}</p>
          <div>
            <Button busy={busy} icon={<IconDownload size={18} aria-hidden="true" />} onClick={() => void download()}>
              {t('accessLog.export')}
            </Button>
          </div>
        </Card>
      </section>
    </>
  )
}
