import type { Rolldown } from 'vite'

/** Pages and frames for staff: clients never load them. */
export const staffPages = /web\/(pages\/(admin|mentor)\/|features\/frame\/(admin|mentor)-frame\.tsx)/

/** A module that this many pages import is in a shared file; the others stay with their page. */
const minShareCount = 3

type Groups = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']

/**
 * One file for the first page, one for what pages of clients share, and one for what only pages of staff share.
 * Divided by the pages that need each module, as by default, a page has dozens of files.
 */
export const sharedFiles: Groups = [
  { name: 'app', tags: ['$initial'], priority: 2 },
  {
    name: (id, graph) => (isForClients(id, module => graph.getModuleInfo(module)) ? 'client' : null),
    debugName: 'client',
    minShareCount,
    priority: 1,
  },
  { name: 'staff', minShareCount },
]

interface Importers {
  importers: readonly string[]
  dynamicImporters: readonly string[]
}

/** Whether a page of clients reaches the module through its imports. */
function isForClients(id: string, find: (id: string) => Importers | null, seen = new Set<string>()): boolean {
  if (seen.has(id) || staffPages.test(id.replaceAll('\\', '/'))) return false
  seen.add(id)
  const { importers = [], dynamicImporters = [] } = find(id) ?? {}
  const all = [...importers, ...dynamicImporters]
  return all.length === 0 || all.some(importer => isForClients(importer, find, seen))
}
