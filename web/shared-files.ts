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
export function sharedFiles(): Groups {
  const found = new Map<string, Set<Area>>()
  /** Each group asks about every module. */
  const areasOf = (id: string, find: Find) => {
    const areas = found.get(id) ?? findAreas(id, find)
    found.set(id, areas)
    return areas
  }
  /**
   * The modules that at least `minShareCount` pages import, all of them of these areas. The others stay with
   * their page.
   */
  const group = (name: string, areas: readonly Area[], { minShareCount, priority }: { minShareCount: number; priority: number }) => ({
    name: (id: string, graph: Graph) => {
      const of = areasOf(id, findIn(graph))
      return of.size === areas.length && areas.every(area => of.has(area)) ? name : null
    },
    debugName: name,
    minShareCount,
    priority,
  })
  const infos = new Map<string, Importers | null>()
  /** Asking the bundler takes longer than all else here, and the answer does not change any more. */
  const findIn =
    (graph: Graph): Find =>
    id => {
      const info = infos.has(id) ? infos.get(id) : pickImporters(graph.getModuleInfo(id))
      infos.set(id, info ?? null)
      return info ?? null
    }
  return [
    { name: 'app', tags: ['$initial'], priority: 2 },
    // First, since a group takes along what its modules import.
    group('common', ['client', 'staff'], { minShareCount: 4, priority: 1 }),
    group('client', ['client'], { minShareCount: 3, priority: 0 }),
    {
      name: (id, graph) => (isOfFrame(id, findIn(graph)) && !areasOf(id, findIn(graph)).has('client') ? 'frame' : null),
      debugName: 'frame',
      priority: 0.5,
    },
    group('staff', ['staff'], { minShareCount: 4, priority: 0 }),
  ]
}

type Area = 'client' | 'staff'
interface Graph {
  getModuleInfo: (id: string) => Importers | null
}
type Find = (id: string) => Importers | null

const pickImporters = (info: Importers | null): Importers | null =>
  info && { importers: [...info.importers], dynamicImporters: [...info.dynamicImporters] }

/** Whether a frame imports the module, directly or not: then every page of staff loads it. */
function isOfFrame(id: string, find: Find, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  return staffFrames.test(id.replaceAll('\\', '/')) || (find(id)?.importers ?? []).some(importer => isOfFrame(importer, find, seen))
}

interface Importers {
  importers: readonly string[]
  dynamicImporters: readonly string[]
}

/** The areas whose pages reach the module through its imports. */
function findAreas(id: string, find: Find, seen = new Set<string>()): Set<Area> {
  if (seen.has(id)) return new Set()
  seen.add(id)
  if (staffPages.test(id.replaceAll('\\', '/'))) return new Set(['staff'])
  const { importers = [], dynamicImporters = [] } = find(id) ?? {}
  const all = [...importers, ...dynamicImporters]
  if (all.length === 0) return new Set(['client'])
  return new Set(all.flatMap(importer => [...findAreas(importer, find, seen)]))
}
