import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from './run-command.mjs'

/** Left and right, of which only background positions have no logical form. */
const physical =
  /(?:^|[;{\s])((?:(?:margin|padding|scroll-margin|scroll-padding)-(?:left|right)|border-(?:left|right)(?:-\w+)?|border-(?:top|bottom)-(?:left|right)-radius|left|right)\s*:|(?:text-align|float|clear)\s*:\s*(?:left|right)\b)/g

const fourValued = /(?:^|[;{\s])((?:scroll-)?(?:padding|margin)|inset|border-(?:width|style|color|radius))\s*:([^;{}]+)/g

/**
 * Finds styles that do not turn round in a language read from right to left.
 * @returns {Promise<string[]>} One line for each.
 */
export async function checkStyles() {
  const files = (await readdir(path.join(root, 'web'), { recursive: true })).filter(file => file.endsWith('.css'))
  if (files.length === 0) throw new Error('found no styles in web/')
  const texts = await Promise.all(files.map(file => readFile(path.join(root, 'web', file), 'utf8')))
  return files.flatMap((file, index) => findPhysical(texts[index] ?? '').map(found => `web/${file}: ${found} does not turn round`))
}

/** @param {string} css
 * @returns {string[]} */
export function findPhysical(css) {
  const code = css.replaceAll(/\/\*.*?\*\//gs, '')
  return [
    ...[...code.matchAll(physical)].map(([, found = '']) => found.replace(/\s*:\s*$/, '')),
    ...[...code.matchAll(fourValued)].flatMap(([, property = '', value = '']) => (hasOneSide(property, value) ? [property] : [])),
  ]
}

/** Four values name left and right, or corners, apart.
 * @param {string} property
 * @param {string} value */
function hasOneSide(property, value) {
  // Spaces within calc() separate nothing.
  let depth = 0
  const signs = Array.from(value.trim(), sign => {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    return depth > 0 && sign === ' ' ? '' : sign
  })
  const [first, second, third, fourth, ...more] = signs.join('').split(/\s+/)
  if (fourth === undefined || more.length > 0) return false
  return property === 'border-radius' ? first !== second || third !== fourth : second !== fourth
}
