import { useQuery } from '@tanstack/react-query'
import { MissingNotices } from '../../features/opening/missing-notices.tsx'
import { ShowOpening } from '../../features/opening/show-opening.tsx'
import { TestButton } from '../../features/opening/test-button.tsx'
import { useOpening } from '../../features/opening/use-opening.ts'
import { SettingsForm } from '../../features/settings/settings-form.tsx'
import { SettingsSections } from '../../features/settings/settings-sections.tsx'
import { ZoneData } from '../../features/settings/zone-data.tsx'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'

/** The organisation's settings, and what is still missing for opening. */
export default function SettingsPage() {
  const query = useQuery({ ...queryOptionsOf('GET /api/settings'), gcTime: 0 })
  const opening = useOpening()
  return (
    <Page
      title={t('settings.title')}
      lead={t('settings.lead')}
      actions={
        <>
          {opening?.can_send && <TestButton />}
          {opening?.hidden && <ShowOpening />}
        </>
      }
    >
      {opening && <MissingNotices opening={opening} />}
      <Loaded query={query} skeleton={<ListSkeleton rows={4} height="12rem" />}>
        {settings => (
          <SettingsSections>
            <SettingsForm settings={settings} />
            <ZoneData />
          </SettingsSections>
        )}
      </Loaded>
    </Page>
  )
}
