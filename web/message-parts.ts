import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Metafile } from 'esbuild'
import type { Plugin } from 'vite'
import { defaultLanguage } from '../contract/languages.ts'
import { factsOf, placeOfFacts, placeOfPart } from './language-copies.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const start = 'web/main.tsx'

/** The texts of code that `/` loads at once. */
const firstPage = 'first-page'

interface Division {
  /** The message ids of each part. */
  ids: Map<string, Set<string>>
  /** The parts of each source file that are not in the first page. */
  partsOf: Map<string, string[]>
}

/**
 * Divides the catalogue: the texts of the first page are one part; all others are loaded by the files that show
 * them, a part for each set of files with the same texts. A build writes a place for each part, which
 * languageCopies (web/language-copies.ts) fills in each language. In the development server and in tests, the
 * first part has every message of the default language.
 */
export function messageParts(): Plugin {
  let divided: Promise<Division> | undefined
  let divides = false
  return {
    name: 'openhour:message-parts',
    config: (_, { command }) => {
      divides = command === 'build'
    },
    async transform(code, id) {
      const address = id.replaceAll('\\', '/')
      const division = divides ? await (divided ??= divideMessages()) : undefined
      const [, file = '', part] = /^(.*\/web\/messages\/[\w-]+\.json)\?part=([\w-]+)$/.exec(address) ?? []
      if (!part) {
        const parts = division?.partsOf.get(path.posix.relative(root.replaceAll('\\', '/'), address)) ?? []
        return parts.length === 0
          ? undefined
          : { code: [code, ...parts.map(name => `import '${catalogue}?part=${name}'`)].join('\n'), map: null }
      }
      this.addWatchFile(file)
      const { compileCatalogue } = await import('./catalogues.ts')
      const written = division ? await placeOfPart(division.ids.get(part) ?? new Set()) : JSON.stringify(compileCatalogue(defaultLanguage))
      const facts = division ? placeOfFacts() : JSON.stringify(factsOf(defaultLanguage))
      return {
        code: part === firstPage ? `export const part = [${written}, ${facts}]` : `${addMessages}\naddMessages(${written})`,
        map: { mappings: '' },
        moduleType: 'js',
      }
    },
  }
}

const inWeb = (file: string) => path.join(root, 'web', file).replaceAll('\\', '/')
const catalogue = inWeb(`messages/${defaultLanguage}.json`)
const addMessages = `import { addMessages } from '${inWeb('lib/messages.ts')}'`

async function divideMessages(): Promise<Division> {
  const { messageIdsIn, readMessageIds } = await import('./message-extractor.ts')
  const known = readMessageIds()
  const { inputs } = await readImportGraph()
  const isSource = (file: string) => /^web\/.*\.tsx?$/.test(file)
  const idsIn = async (file: string) => messageIdsIn(file, await readFile(path.join(root, file), 'utf8'), known)
  const atStart = reach(inputs, ({ kind }) => kind === 'import-statement')
  const first = new Set((await Promise.all([...atStart].filter(isSource).map(idsIn))).flatMap(found => [...found]))

  const filesOf = new Map<string, string[]>()
  for (const file of Object.keys(inputs).filter(isSource).toSorted())
    for (const id of await idsIn(file)) if (!first.has(id)) filesOf.set(id, [...(filesOf.get(id) ?? []), file])
  const ids = new Map([[firstPage, first]])
  const partsOf = new Map<string, string[]>()
  const names = new Map<string, string>()
  for (const [id, files] of filesOf) {
    const key = files.join()
    const name = names.get(key) ?? `files-${names.size}`
    ids.set(name, new Set([...(ids.get(name) ?? []), id]))
    if (names.has(key)) continue
    names.set(key, name)
    for (const file of files) partsOf.set(file, [...(partsOf.get(file) ?? []), name])
  }
  return { ids, partsOf }
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
