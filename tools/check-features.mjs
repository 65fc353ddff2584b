const roles = ['routes', 'commands', 'queries', 'policy', 'present', 'job']

/** Verbs that name an operation's file, such as `book-batch.ts`. Add a verb when no other one fits. */
const verbs = (
  'book check choose compare compute deliver derive describe explain export fill format generate hash limit make open parse ' +
  'plan read refuse render resolve send shift store summarise watch write'
).split(' ')

/** Files that hold data or one rule and are named by their noun. */
const nouns = new Set(['delivery-decision', 'en', 'password-strength', 'sealed-columns', 'version'])

const allowed = new RegExp(`^(([a-z]+-)*(${roles.join('|')})|(${verbs.join('|')})(-[a-z]+)+)$`)

/**
 * Checks the names of the files of server features (CONTRIBUTING.md).
 * @param {string[]} sources Paths from the root.
 * @returns {string[]} One line for each violation.
 */
export function findFeatureNameProblems(sources) {
  return sources.flatMap(source => {
    const name = /^server\/features\/.*?([^/]+)\.ts$/.exec(source)?.[1]
    if (name === undefined || name.endsWith('.test') || name.endsWith('.child') || nouns.has(name) || allowed.test(name)) return []
    return [`feature-file-name: ${source} is neither a role (${roles.join(', ')}, or noun-role) nor verb-noun`]
  })
}

/**
 * Finds server features that import each other, directly or through others. Tests may import any feature.
 * @param {{ source: string, dependencies: { resolved: string }[] }[]} modules What dependency-cruiser has read.
 * @returns {string[]} One line for each cycle.
 */
export function findFeatureCycles(modules) {
  /** @type {Map<string, Map<string, string>>} Features that a feature imports, each with the importing file. */
  const imports = new Map()
  for (const { source, dependencies } of modules) {
    const from = featureOf(source)
    if (from === undefined || source.endsWith('.test.ts')) continue
    for (const { resolved } of dependencies) {
      const to = featureOf(resolved)
      if (to === undefined || to === from) continue
      if (!imports.has(from)) imports.set(from, new Map())
      imports.get(from)?.set(to, source)
    }
  }
  const done = new Set()
  /** @type {string[]} */
  const problems = []
  /** @param {string} feature
   * @param {string[]} path */
  function visit(feature, path) {
    const start = path.indexOf(feature)
    if (start !== -1) {
      const cycle = [...path.slice(start), feature]
      const files = cycle.slice(1).map((to, at) => imports.get(cycle[at] ?? '')?.get(to))
      problems.push(`feature-cycle: ${cycle.join(' → ')} (${files.join(', ')})`)
      return
    }
    if (done.has(feature)) return
    for (const to of imports.get(feature)?.keys() ?? []) visit(to, [...path, feature])
    done.add(feature)
  }
  for (const feature of imports.keys()) visit(feature, [])
  return problems
}

/** @param {string} source */
const featureOf = source => /^server\/features\/([^/]+)\//.exec(source)?.[1]
