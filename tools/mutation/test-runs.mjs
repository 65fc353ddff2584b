import path from 'node:path'
import { createVitest } from 'vitest/node'
import { root } from '../run-command.mjs'
import { relatedTests } from './related-tests.mjs'

const databaseTests = path.join(root, 'database', path.sep)

/**
 * Test files in the order in which they run: those of database/ first, because they need no server and fail within
 * seconds. A group without files is left out.
 * @template {{ moduleId: string }} File
 * @param {readonly File[]} files
 * @returns {File[][]}
 */
export function groupTestFiles(files) {
  if (files.length === 0) throw new Error('There are no tests to run.')
  const groups = [true, false].map(own => files.filter(file => file.moduleId.startsWith(databaseTests) === own))
  return groups.filter(group => group.length > 0)
}

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
     * A function that tells whether the tests of a subject pass.
     * @param {string} subject
     */
    async testsOf(subject) {
      const beginnings = relatedTests[subject]
      if (!beginnings) throw new Error(`related-tests.mjs has no entry for ${subject}.`)
      const groups = groupTestFiles(await vitest.globTestSpecifications(beginnings))
      return async () => {
        for (const group of groups) if (!(await pass(group))) return false
        return true
      }
    },

    close: () => vitest.close(),
  }
}
