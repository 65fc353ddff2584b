import { region } from '../../lib/messages.ts'

/** The name of a country by its ISO code, if the browser knows it. */
export function countryName(code: string | undefined): string | undefined {
  if (!code) return undefined
  try {
    return new Intl.DisplayNames(region, { type: 'region' }).of(code)
  } catch {
    return undefined
  }
}
