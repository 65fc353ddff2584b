import { writtenLanguages } from '../../contract/languages.ts'
import { loadFirst } from './first-load.ts'

/**
 * What the first load of `/` weighs in each language, in bytes with its fonts: one load each, since the weight
 * does not vary.
 */
export async function weighLanguages(url: string): Promise<Record<string, number>> {
  const weights: Record<string, number> = {}
  for (const language of writtenLanguages) {
    const { requests } = await loadFirst(url, { 'accept-language': language })
    weights[language] = requests.reduce((sum, { bytes }) => sum + bytes, 0)
  }
  return weights
}
