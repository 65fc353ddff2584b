import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Metafile } from 'esbuild'
import type { Plugin } from 'vite'
import { staffPages } from './shared-files.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const start = 'web/main.tsx'

/**
 * Compiles `messages/<language>.json?part=…` with Lingui, so that the browser needs no parser. The import graph
 * decides the part of each message: `first-page` for code that `/` loads at once, `client` for other code that
 * clients load, `staff` for what only pages of staff import. In the development server, each part has every
 * message.
 */
export function messageParts(): Plugin {
  let divided: Promise<Record<string, Set<string>>> | undefined
  let divides = false
  return {
    name: 'openhour:message-parts',
    config: (_, { command }) => {
      divides = command === 'build'
    },
    async transform(_, address) {
      const [, file = '', language, part = ''] =
        /^(.*\/web\/messages\/([\w-]+)\.json)\?part=([\w-]+)$/.exec(address.replaceAll('\\', '/')) ?? []
      if (!language) return
      this.addWatchFile(file)
      const ids = divides ? (await (divided ??= divideMessages()))[part] : undefined
      const catalogue = Object.entries<string>(JSON.parse(await readFile(file, 'utf8')))
      const messages = Object.fromEntries(catalogue.filter(([id]) => !ids || ids.has(id)))
      const { createCompiledCatalog } = await import('@lingui/cli/api')
      const { source, errors } = createCompiledCatalog(language, messages, { strict: true, namespace: 'es' })
      for (const { id, error } of errors) this.error(`${file}: ${id}: ${error.message}`)
      return { code: source, map: { mappings: '' }, moduleType: 'js' }
    },
  }
}

async function divideMessages(): Promise<Record<string, Set<string>>> {
  const { messageIdsIn, readMessageIds } = await import('./message-extractor.ts')
  const known = readMessageIds()
  const idsIn = async (files: Set<string>) => {
    const sources = [...files].filter(file => /^web\/.*\.tsx?$/.test(file))
    const ids = sources.map(async file => [...messageIdsIn(file, await readFile(path.join(root, file), 'utf8'), known)])
    return new Set((await Promise.all(ids)).flat())
  }
  const { inputs } = await readImportGraph()
  const atStart = reach(inputs, ({ kind }) => kind === 'import-statement')
  const forClients = reach(inputs, ({ path: file }) => !staffPages.test(file))
  const [first, forAll] = await Promise.all([idsIn(atStart), idsIn(forClients)])
  const without = (ids: Set<string>, others: Set<string>) => new Set([...ids].filter(id => !others.has(id)))
  return { 'first-page': first, client: without(forAll, first), staff: without(known, forAll) }
}

async function readImportGraph(): Promise<Metafile> {
  const { build } = await import('esbuild')
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [start],
    bundle: true,
    splitting: true,
    format: 'esm',
    outdir: 'unused',
    write: false,
    metafile: true,
    packages: 'external',
    jsx: 'automatic',
    loader: { '.css': 'empty', '.json': 'empty' },
    logLevel: 'error',
  })
  return metafile
}

type Import = Metafile['inputs'][string]['imports'][number]

/** The files reachable from `start` through imports that `follow` accepts. */
function reach(inputs: Metafile['inputs'], follow: (found: Import) => boolean): Set<string> {
  const files = new Set([start])
  for (const file of files) {
    for (const found of inputs[file]?.imports ?? []) if (!found.external && follow(found)) files.add(found.path)
  }
  return files
}
