import type { AppointmentStatus } from '#contract/appointments.ts'
import type * as z from 'zod'
import { t } from '../lib/messages.ts'
import { Badge, type BadgeTone } from './badge.tsx'

type Status = z.output<typeof AppointmentStatus>

const tones: Record<Status, BadgeTone> = {
  pending: 'warm',
  booked: 'accent',
  arrived: 'note',
  fulfilled: 'good',
  noshow: 'bad',
  cancelled: 'soft',
  'entered-in-error': 'soft',
}

/** An appointment's status as text. */
export const StatusBadge = ({ status }: { status: Status }) => <Badge tone={tones[status]}>{t(`app.status.${status}`)}</Badge>
