import path from 'node:path'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { root } from './run-command.mjs'

/**
 * Compares the message ids that the code uses, as Lingui extracts them, with each language's catalogue.
 * @returns {Promise<string[]>} One line for each missing or unused message.
 */
export async function checkMessages() {
  const config = getConfig({ configPath: path.join(root, 'lingui.config.ts') })
  const problems = []
  for (const catalog of await getCatalogs(config)) {
    const used = Object.entries((await catalog.collect()) ?? {})
    if (used.length === 0) throw new Error('found no message ids in web/')
    const users = new Map(used.map(([id, { origin }]) => [id, origin?.[0]?.[0] ?? '']))
    for (const locale of config.locales) {
      const texts = Object.entries(await catalog.read(locale)).map(([id, { translation }]) => /** @type {const} */ ([id, translation]))
      problems.push(...compareMessages(users, new Map(texts), path.relative(root, catalog.getFilename(locale))))
    }
  }
  return problems
}

/**
 * @param {ReadonlyMap<string, string>} users a file that uses the message, by id
 * @param {ReadonlyMap<string, string>} texts by id
 * @param {string} file the catalogue
 * @param {string} remedy for a message that no code uses
 */
export function compareMessages(users, texts, file, remedy = 'npm run messages removes it') {
  // `lingui extract` writes the id for a message without a text.
  const hasText = (/** @type {string} */ id) => ![undefined, '', id].includes(texts.get(id))
  const missing = [...users].filter(([id]) => !hasText(id)).map(([id, user]) => `${file} has no text for ${id}, which ${user} uses`)
  const unused = [...texts.keys()].filter(id => !users.has(id)).map(id => `${file}: no code uses ${id}; ${remedy}`)
  return [...missing, ...unused]
}
