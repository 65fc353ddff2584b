import type { Rolldown } from 'vite'

const staffFrames = /web\/features\/frame\/(admin|mentor)-frame\.tsx/
/** Pages and frames for staff: clients never load them. */
const staffPages = new RegExp(`web/pages/(admin|mentor)/|${staffFrames.source}`)

type Groups = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']

/**
 * One file for the first page, one for what all pages share, one for what only pages of clients share, one for the
 * frames of staff, and one for what else only pages of staff share. Divided by the pages that need each module, as
 * by default, a page has dozens of files; with other counts than these, staff pages are 8 to 20 kB heavier, or
 * have half as many files again.
 */
export const sharedFiles: Groups = [
  { name: 'app', tags: ['$initial'], priority: 2 },
  // First, since a group takes along what its modules import.
  group('common', ['client', 'staff'], { minShareCount: 4, priority: 1 }),
  group('client', ['client'], { minShareCount: 3, priority: 0 }),
  {
    name: (id, graph) => {
      const find = (module: string) => graph.getModuleInfo(module)
      return isOfFrame(id, find) && !findAreas(id, find).has('client') ? 'frame' : null
    },
    debugName: 'frame',
    priority: 0.5,
  },
  group('staff', ['staff'], { minShareCount: 4, priority: 0 }),
]

type Area = 'client' | 'staff'

/**
 * The modules that at least `minShareCount` pages import, all of them of these areas. The others stay with their
 * page.
 */
function group(name: string, areas: readonly Area[], { minShareCount, priority }: { minShareCount: number; priority: number }) {
  return {
    name: (id: string, graph: { getModuleInfo: (id: string) => Importers | null }) => {
      const found = findAreas(id, module => graph.getModuleInfo(module))
      return found.size === areas.length && areas.every(area => found.has(area)) ? name : null
    },
    debugName: name,
    minShareCount,
    priority,
  }
}

/** Whether a frame imports the module, directly or not: then every page of staff loads it. */
function isOfFrame(id: string, find: (id: string) => Importers | null, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  return staffFrames.test(id.replaceAll('\\', '/')) || (find(id)?.importers ?? []).some(importer => isOfFrame(importer, find, seen))
}

interface Importers {
  importers: readonly string[]
  dynamicImporters: readonly string[]
}

/** The areas whose pages reach the module through its imports. */
function findAreas(id: string, find: (id: string) => Importers | null, seen = new Set<string>()): Set<Area> {
  if (seen.has(id)) return new Set()
  seen.add(id)
  if (staffPages.test(id.replaceAll('\\', '/'))) return new Set(['staff'])
  const { importers = [], dynamicImporters = [] } = find(id) ?? {}
  const all = [...importers, ...dynamicImporters]
  if (all.length === 0) return new Set(['client'])
  return new Set(all.flatMap(importer => [...findAreas(importer, find, seen)]))
}
