import { type RemovedFactors, removeSecondFactors } from '../features/sessions/second-step/removal-commands.ts'
import type { Settings } from '../platform/config.ts'
import { mintScope } from '../platform/scope.ts'
import { exitCodes } from './exit-codes.ts'
import { withConnection } from './with-database.ts'

/**
 * Removes the second factor of a person who has lost it, ends their sessions, and prints what is next.
 * `emergencyLink`: the command that prints an emergency link, without the address.
 */
export const removeSecondFactor = (
  settings: Settings,
  { address, emergencyLink }: { address: string; emergencyLink: string },
  say: (line: string) => void,
): Promise<number> =>
  withConnection(settings, async db => {
    const scope = mintScope({ person: null, now: new Date(), ip: null, userAgent: '', browser: false })
    const removed = await removeSecondFactors(db, scope, address)
    if (removed === null) throw new Error('No active person, or more than one, has this phone number or e-mail address.')
    const parts = listParts(removed)
    say(parts.length > 0 ? `Removed ${parts.join(', ')}. All their sessions have ended.` : 'They have no authenticator app and no passkey.')
    say(
      removed.isAdministrator
        ? `Next: ${emergencyLink} '${address}' prints a link with which they sign in and set up another one.`
        : 'Next: they sign in with their password and a code to their phone or e-mail, and set up another one. If they cannot, invite them again on their page.',
    )
    return exitCodes.done
  })

const listParts = ({ app, recoveryCodes, passkeys }: RemovedFactors): string[] => [
  ...(app ? ['the authenticator app'] : []),
  ...(recoveryCodes ? ['the recovery codes'] : []),
  ...(passkeys > 0 ? [passkeys === 1 ? 'one passkey' : `${passkeys} passkeys`] : []),
]
