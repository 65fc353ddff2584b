import { region } from '../../lib/messages.ts'

/** The short name of a country (UK, US) by its ISO code, if the browser knows it. */
export function countryName(code: string | undefined): string | undefined {
  if (!code) return undefined
  try {
    return new Intl.DisplayNames(region, { type: 'region', style: 'short' }).of(code)
  } catch {
    return undefined
  }
}
