import path from 'node:path'
import { createVitest } from 'vitest/node'
import { root } from '../run-command.mjs'
import { relatedTests } from './related-tests.mjs'

const databaseTests = path.join(root, 'database', path.sep)

/**
 * Keeps one Vitest, and its database, open for many runs. Each run ends with the first test that fails.
 */
export async function openTestRuns() {
  const states = /** @type {Map<string, string>} */ (new Map())
  const reporter = {
    onTestModuleEnd: (/** @type {import('vitest/node').TestModule} */ file) => void states.set(file.moduleId, file.state()),
  }
  const vitest = await createVitest('test', { watch: false, bail: 1, reporters: [reporter], root })

  /**
   * Whether these files pass. A run that an earlier failure cancelled skips files: it is repeated.
   * @param {import('vitest/node').TestSpecification[]} files
   * @returns {Promise<boolean>}
   */
  async function pass(files, tries = 3) {
    states.clear()
    const { unhandledErrors } = await vitest.runTestSpecifications(files)
    const found = [...states.values()]
    if (unhandledErrors.length > 0 || found.includes('failed')) return false
    if (found.length === files.length && found.every(state => state === 'passed')) return true
    if (tries > 1) return pass(files, tries - 1)
    throw new Error('The tests did not all run.')
  }

  return {
    /** The database that test databases are copied from; known after the first run. */
    templateDatabaseUrl: () => vitest.getRootProject().getProvidedContext().templateDatabaseUrl,

    /**
     * A function that tells whether the tests of a subject pass. Those of database/ come first: they need no server
     * and fail within seconds.
     * @param {string} subject
     */
    async testsOf(subject) {
      const files = await vitest.globTestSpecifications(relatedTests[subject])
      const [first, rest] = [true, false].map(own => files.filter(file => file.moduleId.startsWith(databaseTests) === own))
      return async () => (await pass(first ?? [])) && (await pass(rest ?? []))
    },

    close: () => vitest.close(),
  }
}
