import type { Facts } from '../facts/queries.ts'
import type { MessageKind, LetterName } from '#contract/message-kinds.ts'

/** Chooses the letter for a message. */
export function chooseLetter(kind: MessageKind, facts: Facts): LetterName {
  switch (kind) {
    case 'appointment_requested':
      return 'requested'
    case 'appointment_booked':
      return 'booked'
    case 'appointment_approved':
      return 'approved'
    case 'appointment_moved':
      return onlyMentorChanged(facts) ? 'mentorChanged' : 'moved'
    case 'appointment_cancelled':
      if (facts.message.detail.by === 'client') return 'cancelledByClient'
      return facts.change?.before?.status === 'pending' ? 'refused' : 'cancelledByUs'
    case 'place_changed':
      return 'placeChanged'
    case 'reminder':
      return 'reminder'
    case 'waiting_offer':
      return 'offer'
    case 'waiting_offer_ended':
      return facts.message.detail.why === 'expired' ? 'offerExpired' : 'offerWithdrawn'
    case 'waiting_removed':
      return 'removed'
    case 'mentor_reassigned':
      return 'reassigned'
    case 'low_feedback':
      return 'lowFeedback'
    case 'session_cancelled':
      return facts.session && facts.session.more.length > 0 ? 'sessionsCancelled' : 'sessionCancelled'
    case 'request_pending':
      return 'requestPending'
    case 'hours_decided':
      if (facts.message.detail.request_id) return facts.proposal?.state === 'declined' ? 'timeOffDeclined' : 'timeOffApproved'
      return facts.proposal?.state === 'declined' ? 'hoursDeclined' : 'hoursApproved'
    case 'feedback_request':
      return 'feedbackRequest'
    case 'contract_to_accept':
      return 'contractToAccept'
    case 'phone_changed':
      return 'phoneChanged'
    case 'sign_in_changed':
      return facts.message.detail.what === 'new_device' ? 'newDevice' : 'signInChanged'
    case 'test_message':
      return 'testMessage'
  }
}

/** Only the mentor is new to the client. False if an earlier change was never sent. */
function onlyMentorChanged({ appointment, change, earlier_unsent }: Facts): boolean {
  const before = change?.before
  if (!before || !appointment || earlier_unsent) return false
  return (
    before.starts_at === appointment.starts_at && change.place_id === appointment.place.id && before.mentor_id !== appointment.mentor.id
  )
}
