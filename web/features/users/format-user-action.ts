import type { UserAction } from '#contract/audit.ts'
import { t, type MessageId } from '../../lib/messages.ts'

const labels: Record<UserAction, MessageId> = {
  created: 'user.did.created',
  changed: 'user.did.changed',
  registered: 'user.did.registered',
  set_up: 'user.did.set_up',
  invited: 'user.did.invited',
  invitation_renewed: 'user.did.invitation_renewed',
  invitation_revoked: 'user.did.invitation_revoked',
  invitation_accepted: 'user.did.invitation_accepted',
  roles: 'user.did.roles',
  deactivated: 'user.did.deactivated',
  reactivated: 'user.did.reactivated',
  merged: 'user.did.merged',
  merged_away: 'user.did.merged_away',
  logged_out: 'user.did.logged_out',
  app_set_up: 'user.did.app_set_up',
  app_reset: 'user.did.app_reset',
  passkey_added: 'user.did.passkey_added',
  passkey_removed: 'user.did.passkey_removed',
  passkeys_reset: 'user.did.passkeys_reset',
  passkey_cloned: 'user.did.passkey_cloned',
  recovery_codes_made: 'user.did.recovery_codes_made',
  recovery_code_used: 'user.did.recovery_code_used',
  account_linked: 'user.did.account_linked',
  account_unlinked: 'user.did.account_unlinked',
  provider_ended: 'user.did.provider_ended',
  emergency_link: 'user.did.emergency_link',
  emergency_used: 'user.did.emergency_used',
  second_factors_removed: 'user.did.second_factors_removed',
  token_made: 'user.did.token_made',
  token_revoked: 'user.did.token_revoked',
  calendar_made: 'user.did.calendar_made',
  calendar_stopped: 'user.did.calendar_stopped',
  erased: 'user.did.erased',
}

const isKnown = (action: string): action is UserAction => Object.hasOwn(labels, action)

/** What was done to a person's record: "Roles changed". An action of a later version is shown as it is called. */
export const formatUserAction = (action: string): string => (isKnown(action) ? t(labels[action]) : action.replaceAll('_', ' '))
