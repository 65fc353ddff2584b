import { describe, expect, it } from 'vitest'
import { findFeatureCycles, findFeatureNameProblems } from './check-features.mjs'

/** @param {string} source
 * @param {string[]} imports */
const file = (source, ...imports) => ({ source, dependencies: imports.map(resolved => ({ resolved })) })

describe('names of feature files', () => {
  it('accepts roles, noun-role, verb-noun, tests and other folders', () => {
    const names = ['places/routes.ts', 'roles/assign-commands.ts', 'appointments/book-batch.ts', 'places/anything.test.ts']
    expect(findFeatureNameProblems([...names.map(name => `server/features/${name}`), 'server/platform/clock.ts'])).toEqual([])
  })

  it('refuses any other name', () => {
    const [problem] = findFeatureNameProblems(['server/features/messages/judge.ts'])
    expect(problem).toContain('server/features/messages/judge.ts')
    expect(findFeatureNameProblems(['server/features/a/helpers.ts', 'server/features/a/book.ts'])).toHaveLength(2)
  })
})

describe('cycles of features', () => {
  it('accepts imports in one direction, and any import of a test', () => {
    const modules = [
      file('server/features/a/commands.ts', 'server/features/b/queries.ts', 'server/platform/clock.ts'),
      file('server/features/b/b.test.ts', 'server/features/a/commands.ts'),
    ]
    expect(findFeatureCycles(modules)).toEqual([])
  })

  it('reports two features that import each other, and longer cycles', () => {
    const two = [
      file('server/features/a/commands.ts', 'server/features/b/queries.ts'),
      file('server/features/b/queries.ts', 'server/features/a/present.ts'),
    ]
    expect(findFeatureCycles(two)).toEqual(['feature-cycle: a → b → a (server/features/a/commands.ts, server/features/b/queries.ts)'])
    const three = [
      file('server/features/a/commands.ts', 'server/features/b/queries.ts'),
      file('server/features/b/queries.ts', 'server/features/c/queries.ts'),
      file('server/features/c/queries.ts', 'server/features/a/queries.ts'),
    ]
    expect(findFeatureCycles(three)).toHaveLength(1)
  })
})
