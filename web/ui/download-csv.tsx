import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../lib/api.ts'
import { t } from '../lib/messages.ts'
import { saveFile } from '../lib/save-file.ts'
import { Button } from './button.tsx'
import { toastError } from './toast.ts'

interface DownloadCsvProps {
  list: 'audit' | 'feedback' | 'messages' | 'schedules' | 'users' | 'waiting-list'
  /** The filters of the current view. */
  query: object
}

/** Downloads all entries of the current view of a list. */
export function DownloadCsv({ list, query }: DownloadCsvProps) {
  const [busy, setBusy] = useState(false)
  const download = () => {
    setBusy(true)
    call(`GET /api/${list}/export`, { query })
      .then(file => saveFile(file, `${list}.csv`))
      .catch(toastError)
      .finally(() => setBusy(false))
  }
  return (
    <Button busy={busy} icon={<IconDownload size={20} aria-hidden="true" />} onClick={download}>
      {t('feedbacks.download')}
    </Button>
  )
}
