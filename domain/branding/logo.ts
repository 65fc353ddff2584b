/** The id of a logo: a hash of its content, its width and its height. */
const logoIdPattern = /^[0-9a-f]{32}-(\d{1,3})x(\d{1,3})$/

/** Where a logo is read. */
export const logoUrl = (id: string): string => `/api/logos/${id}`

/** In pixels. */
export function logoSize(id: string): { width: number; height: number } {
  const [, width = '1', height = '1'] = logoIdPattern.exec(id) ?? []
  return { width: Math.max(1, Number(width)), height: Math.max(1, Number(height)) }
}
