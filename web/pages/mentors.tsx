import { MentorList } from '../features/mentors/mentor-list.tsx'
import { t } from '../lib/messages.ts'
import { Page } from '../ui/page.tsx'

/** The mentors that clients can book. */
export default function MentorsPage() {
  return (
    <Page title={t('mentors.title')} lead={t('mentors.lead')}>
      <MentorList />
    </Page>
  )
}
