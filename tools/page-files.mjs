/** @typedef {{ fileName: string, facadeModuleId?: string | null, moduleIds: string[], imports: string[], viteMetadata?: { importedCss: Set<string> } }} Chunk */

/** The list of pages, and what the frames load when they are rendered. */
const always = ['router/lazy-pages.ts', 'features/frame/profile-menu.tsx', 'router/side-panel-place.tsx']
const pageImports = /^ {2}(\w+): \(\) => import\('\.\.\/(pages\/(admin|mentor)\/.+)'\)/gm

/**
 * The scripts and styles of each staff page that index.html does not name: the server names them in the page, so
 * that they load next to the application and not after it.
 * @param {readonly Chunk[]} chunks Of the built pages.
 * @param {string} list The text of lazy-pages.ts, which imports them.
 * @param {string} index The built index.html.
 * @returns {Record<string, string[]>} By the page's name.
 */
export function findPageFiles(chunks, list, index) {
  const byFile = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
  /** @param {string} source */
  const chunkOf = source => {
    const isSource = (/** @type {string | null | undefined} */ id) => id?.replaceAll('\\', '/').endsWith(`/web/${source}`)
    // A shared file may have the module, and a file of one line its name: an import loads both.
    const found = chunks.find(({ facadeModuleId }) => isSource(facadeModuleId)) ?? chunks.find(({ moduleIds }) => moduleIds.some(isSource))
    if (!found) throw new Error(`no built file has ${source}`)
    return found
  }
  /** @param {readonly Chunk[]} from */
  const reach = from => {
    const reached = new Set(from)
    for (const { imports } of reached)
      for (const name of imports) {
        const imported = byFile.get(name)
        if (imported) reached.add(imported)
      }
    return reached
  }
  const pages = [...list.matchAll(pageImports)].map(([, name, source, area]) => {
    const own = [...always, `features/frame/${area}-frame.tsx`, String(source)].map(chunkOf)
    const files = [...reach(own)].flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])])
    return [name, files.filter(file => !index.includes(file))]
  })
  return Object.fromEntries(pages)
}
