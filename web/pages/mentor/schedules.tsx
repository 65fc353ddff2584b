import { MentorPlanned } from '../../features/dashboard/mentor-planned.tsx'
import { t } from '../../lib/messages.ts'

export default function MentorSchedulesPage() {
  return <MentorPlanned title={t('mentorSchedules.title')} will={t('mentorSchedules.will')} />
}
