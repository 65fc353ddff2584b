import { createEmergencyLink } from '../features/sessions/setup/emergency-commands.ts'
import { createSetupLink } from '../features/sessions/setup/commands.ts'
import { siteAddress, type Settings } from '../platform/config.ts'
import { mintScope } from '../platform/scope.ts'
import { exitCodes } from './exit-codes.ts'
import { withConnection } from './with-database.ts'

type Say = (line: string) => void

/** What a set-up link is for, with the link's place at the end. */
export const setupTasks = {
  administrator: 'Create the first administrator here (the link works once):',
  authenticator: 'No administrator has an authenticator app. With this link an administrator can log in and set one up (it works once):',
}

/**
 * Prints a new set-up link, as the server does at its start; earlier ones stop working. Fails where administrators
 * need none.
 */
export const inviteAdministrator = (settings: Settings, say: Say): Promise<number> =>
  withConnection(settings, async db => {
    const link = await createSetupLink(db)
    if (!link)
      throw new Error(
        'There is an administrator with a second factor, who can invite others in the product. If it is lost, use openhour remove-second-factor; if their identity provider is away, openhour emergency-link.',
      )
    say(`${setupTasks[link.makes]} ${siteAddress(settings, undefined)}/setup#${link.token}`)
    return exitCodes.done
  })

/** Prints a link with which an administrator signs in although their identity provider is away. */
export const emergencyLink = (settings: Settings, address: string, say: Say): Promise<number> =>
  withConnection(settings, async db => {
    const scope = mintScope({ person: null, now: new Date(), ip: null, userAgent: '', browser: false })
    const token = await createEmergencyLink(db, scope, address)
    if (token === null) throw new Error('No active administrator, or more than one, has this phone number or e-mail address.')
    say(`With this link and their password the administrator can sign in once, within 30 minutes:`)
    say(`${siteAddress(settings, undefined)}/emergency#${token}`)
    return exitCodes.done
  })
