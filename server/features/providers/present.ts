import type { Provider } from '#contract/providers.ts'
import { pages } from '#contract/pages.ts'

/** Where a browser comes back from a provider. */
export const redirectAddress = (site: string): string => `${site}${pages.signedIn.path}`

/** What an administrator enters at the provider. */
export const addressesOf = (site: string, id: string): Provider['addresses'] => ({
  redirect: redirectAddress(site),
  after_logout: `${site}/`,
  back_channel_logout: `${site}/api/provider-logout/${id}`,
})
