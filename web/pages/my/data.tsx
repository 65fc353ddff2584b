import { MyAgreements } from '../../features/contracts/my-agreements.tsx'
import { MyTabs } from '../../features/profile/my-tabs.tsx'
import { OwnData } from '../../features/profile/own-data.tsx'
import { t } from '../../lib/messages.ts'
import { Page } from '../../ui/page.tsx'

/** The user's agreements and data: who opened them, and a download. */
export default function MyDataPage() {
  return (
    <Page title={t('my.data.title')} width="reading">
      <MyTabs />
      <MyAgreements />
      <OwnData />
    </Page>
  )
}
