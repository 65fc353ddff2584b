interface ModuleInfo {
  importedIds: readonly string[]
}
type Graph = { getModuleInfo: (id: string) => ModuleInfo | null }

/**
 * Which modules go into the one file `app`, so that / comes in few requests: what every page needs, and of what the booking page needs all
 * that is not its own. Everything else splits by route.
 */
export function chunkOf(entry: string, booking: string) {
  let everywhere: Set<string> | undefined
  let onBooking: Set<string> | undefined
  return (id: string, graph: Graph): string | null => {
    everywhere ??= closure(entry, graph)
    onBooking ??= closure(booking, graph)
    const ownOfPage = /\/web\/(pages|features)\//.test(id)
    return everywhere.has(id) || (onBooking.has(id) && !ownOfPage) ? 'app' : null
  }
}

/** Everything a module needs at once, itself included. */
function closure(start: string, graph: Graph): Set<string> {
  const found = new Set([start])
  for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next)
  return found
}
