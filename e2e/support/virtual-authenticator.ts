import type { CDPSession, Page } from '@playwright/test'

/** Chromium's virtual authenticator: a platform authenticator with passkeys, whose person is verified at once. */
export interface VirtualAuthenticator {
  /** The next ceremonies fail as if the person could not be verified, or succeed again. */
  setVerified(verified: boolean): Promise<void>
  /** Makes a copy of the only passkey that is behind: as an attacker has it who copied it earlier. */
  putBackCounter(to: number): Promise<void>
  count(): Promise<number>
}

/** Gives the page's browser a virtual authenticator. Passkeys work on localhost, not on 127.0.0.1. */
export async function addVirtualAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const browser: CDPSession = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const credentials = async () => (await browser.send('WebAuthn.getCredentials', { authenticatorId })).credentials
  return {
    setVerified: async isUserVerified => void (await browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })),
    async putBackCounter(to) {
      const [credential] = await credentials()
      if (!credential) throw new Error('there is no passkey')
      await browser.send('WebAuthn.removeCredential', { authenticatorId, credentialId: credential.credentialId })
      await browser.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount: to } })
    },
    count: async () => (await credentials()).length,
  }
}

/** The same product by its name: browsers allow passkeys there. */
export const byName = (url: string): string => url.replace('127.0.0.1', 'localhost')
