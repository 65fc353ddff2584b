import { useQuery } from '@tanstack/react-query'
import { SettingsForm } from '../../features/settings/settings-form.tsx'
import { ZoneData } from '../../features/settings/zone-data.tsx'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'

export default function SettingsPage() {
  const query = useQuery({ ...queryOptionsOf('GET /api/settings'), gcTime: 0 })
  return (
    <Page title={t('settings.title')} lead={t('settings.lead')}>
      <Loaded query={query} skeleton={<ListSkeleton rows={4} height="12rem" />}>
        {settings => <SettingsForm settings={settings} />}
      </Loaded>
      <ZoneData />
    </Page>
  )
}
