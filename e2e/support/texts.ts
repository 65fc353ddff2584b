import { readFileSync } from 'node:fs'

/**
 * The texts of a language of the pages, as patterns: any value fits a place, and marks of direction are left out
 * of account.
 */
export function textsOf(language: string): (id: string) => RegExp {
  const file = new URL(`../../web/messages/${language}.json`, import.meta.url)
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  return id => {
    const text = texts[id]
    if (text === undefined) throw new Error(`${language} has no ${id}`)
    return new RegExp(`^\\u200f?${placesToWildcards(text)}$`, 'u')
  }
}

/** Places may have options, which have braces of their own. */
function placesToWildcards(text: string): string {
  let depth = 0
  return Array.from(text, sign => {
    const isOutside = depth === 0
    if (sign === '{') depth += 1
    if (sign === '}') depth -= 1
    if (depth > 0) return isOutside ? '.*' : ''
    return sign === '}' ? '' : sign.replace(/[$()*+.?[\\\]^|]/, String.raw`\$&`)
  }).join('')
}
