import { t } from '../lib/messages.ts'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Planned } from '../ui/planned.tsx'

export default function FeedbackPage() {
  const session = useSession()
  return (
    <Planned
      title={t('feedback.title')}
      will={t('feedback.will')}
      meanwhile={
        <ButtonLink to={session ? paths.my() : paths.booking()} kind="primary">
          {t(session ? 'feedback.toMine' : 'feedback.toBooking')}
        </ButtonLink>
      }
    />
  )
}
