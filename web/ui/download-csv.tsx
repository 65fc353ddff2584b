import type { DashboardList } from '#contract/dashboard.ts'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../lib/api.ts'
import { t } from '../lib/messages.ts'
import { saveFile } from '../lib/save-file.ts'
import { Button } from './button.tsx'
import { toastError } from './toast.ts'

interface DownloadCsvProps {
  list:
    | 'assigned-users'
    | 'audit'
    | 'closed-days'
    | 'feedback'
    | 'invitations'
    | 'legally-binding-contract'
    | 'messages'
    | 'places'
    | 'schedules'
    | 'time-off'
    | 'users'
    | 'waiting-list'
  /** The filters of the current view. */
  query: object
}

/** Downloads all entries of the current view of a list. */
export const DownloadCsv = ({ list, query }: DownloadCsvProps) => (
  <DownloadButton name={list} load={() => call(`GET /api/${list}/export`, { query })} />
)

/** Downloads the appointments behind a figure. */
export const DownloadAppointments = ({ list, query }: { list: DashboardList; query: object }) => (
  <DownloadButton name={`appointments-${list}`} load={() => call('GET /api/dashboard/{list}/export', { params: { list }, query })} />
)

/** Downloads who has accepted a contract, or who has not. */
export const DownloadAcceptances = ({ list, id, query }: { list: 'acceptances' | 'missing'; id: string; query: object }) => (
  <DownloadButton
    name={list}
    load={() =>
      list === 'missing'
        ? call('GET /api/legally-binding-contract/{id}/missing/export', { params: { id }, query })
        : call('GET /api/legally-binding-contract/{id}/acceptances/export', { params: { id }, query })
    }
  />
)

function DownloadButton({ name, load }: { name: string; load: () => Promise<Parameters<typeof saveFile>[0]> }) {
  const [busy, setBusy] = useState(false)
  const download = () => {
    setBusy(true)
    load()
      .then(file => saveFile(file, `${name}.csv`))
      .catch(toastError)
      .finally(() => setBusy(false))
  }
  return (
    <Button busy={busy} icon={<IconDownload size={20} aria-hidden="true" />} onClick={download}>
      {t('feedbacks.download')}
    </Button>
  )
}
