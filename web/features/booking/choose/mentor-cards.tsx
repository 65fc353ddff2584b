import type { Appointment } from '#contract/appointments.ts'
import { IconArrowRight } from '@tabler/icons-react'
import { t } from '../../../lib/messages.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { SupportTypeMark } from '../../../ui/support-type-mark.tsx'
import cards from './what-step.module.css'

/** Books the same support type with the same mentor as last time. */
export const BookAgain = ({ last: { mentor, support_type }, onChoose }: { last: Appointment; onChoose: () => void }) => (
  <button type="button" className={cards.again} onClick={onChoose}>
    <Avatar name={mentor.name} photo={mentor.photo} />
    <span className={cards.text}>
      <strong>{t('booking.again.title', { mentor: mentor.name })}</strong>
      <span className="small">
        <SupportTypeMark name={support_type.name} colour={support_type.colour} />
      </span>
    </span>
    <IconArrowRight size={20} stroke={1.8} aria-hidden="true" />
  </button>
)

interface MentorBannerProps {
  mentor: { name: string; photo: string | null }
  onAny: () => void
}

/** Shown when the link preselects a mentor. */
export const MentorBanner = ({ mentor, onAny }: MentorBannerProps) => (
  <div className={cards.banner}>
    <Avatar name={mentor.name} photo={mentor.photo} />
    <p>{t('booking.mentor.chosen', { name: mentor.name })}</p>
    <Button kind="plain" small onClick={onAny}>
      {t('booking.mentor.anyInstead')}
    </Button>
  </div>
)
