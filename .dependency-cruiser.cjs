// The arrows of docs/architecture.md, "Imports flow one way". Tests, and what only tests run, may look anywhere.

const tests = '\\.test\\.tsx?$|\\.child\\.ts$|/test-[^/]+\\.ts$|^server/testing/'
const rooms = '^(contract|domain|database|server|web|e2e|bench)/'

/** Server features that others build on. They import only each other. */
const sharedFeatures = '^server/features/(access-log|audit|mentor-access|people|person-search|place-changes|session-counts|site)/'

/** What lies in `from` may import, of our own rooms, only what lies in `allowed`. */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: tests },
  to: { path: rooms, pathNot: allowed },
})

module.exports = {
  forbidden: [
    only('contract', '^contract/', '^contract/', 'contract imports nothing'),
    only('domain', '^domain/', '^domain/', 'domain imports nothing'),
    only('database', '^database/', '^(database|domain)/', 'database → domain'),
    only(
      'server-platform',
      '^server/platform/',
      '^(server/platform/|contract/|domain/time/|database/types\\.ts$|database/connect/)',
      'server/platform → contract, domain/time, database/types, database/connect',
    ),
    only(
      'server-features',
      '^server/features/',
      '^(server/features|server/platform|contract|domain|database)/',
      'server/features → contract, domain, database, server/platform',
    ),
    only(
      'server',
      '^server/([^/]+$|cli/|organisations/)',
      '^(server|contract|domain|database)/',
      'the server never imports web, e2e or bench',
    ),
    {
      name: 'server-testing',
      comment: 'only tests import server/testing',
      severity: 'error',
      from: { path: rooms, pathNot: tests },
      to: { path: '^server/testing/' },
    },
    {
      name: 'server-feature-insides',
      comment: "a server feature uses another one's commands, queries and presentation, never its insides",
      severity: 'error',
      from: { path: '^server/features/([^/]+)/', pathNot: tests },
      to: { path: '^server/features/', pathNot: '^server/features/$1/|/(commands|queries|present)\\.ts$' },
    },
    {
      name: 'server-shared-features',
      comment: 'a shared feature imports only shared features',
      severity: 'error',
      from: { path: sharedFeatures, pathNot: tests },
      to: { path: '^server/features/', pathNot: sharedFeatures },
    },
    {
      name: 'queries-are-declared',
      comment: 'a server feature declares its queries; pools, prepared statements, the cache and the replica are the platform’s',
      severity: 'error',
      from: { path: '^server/features/', pathNot: tests },
      to: {
        path: '^server/platform/database/',
        pathNot: '^server/platform/database/(connection|compiled-query|shared-query|batch|decide-in-transaction|escape-like)\\.ts$',
      },
    },
    only('web-lib', '^web/(lib|messages)/', '^(web/lib|web/messages|contract|domain)/', 'web/lib → contract, domain'),
    only('web-ui', '^web/ui/', '^(web/ui|web/lib|web/messages|contract|domain)/', 'web/ui → web/lib'),
    only('web-features', '^web/features/', '^(web/(features|ui|lib|messages)|contract|domain)/', 'web/features → web/ui → web/lib'),
    only(
      'web-pages',
      '^web/pages/',
      '^(web/(pages|features|ui|lib|messages)|contract|domain)/',
      'web/pages → web/features → web/ui → web/lib',
    ),
    only('web', '^web/', '^(web|contract|domain)/', 'the browser never imports server, database, e2e or bench'),
    only('e2e', '^e2e/', '^(e2e|contract|database)/', 'e2e → contract, database'),
    only('bench', '^bench/', '^(bench|e2e/support|contract|database)/', 'bench → e2e/support, contract, database'),
    {
      name: 'no-cycles-in-web',
      comment: 'files that need each other, if only for a type, are one file or three',
      severity: 'error',
      from: { path: '^web/' },
      to: { circular: true },
    },
    {
      name: 'no-cycles',
      comment: 'elsewhere, files may share types in both directions, but nothing at run time',
      severity: 'error',
      from: { pathNot: '^web/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-orphans',
      comment: 'a file that nothing imports and that imports nothing',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [tests, '\\.d\\.ts$', '^(e2e|bench)/', '^web/vite\\.config\\.ts$', '^web/public/', '^(server/main\\.ts|web/main\\.tsx)$'],
      },
      to: {},
    },
    {
      name: 'unresolved',
      comment: 'an import that leads nowhere',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'module', 'browser', 'default', 'types', 'node'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css', '.json'],
    },
  },
}
