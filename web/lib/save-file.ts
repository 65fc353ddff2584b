/** How long the browser may read the file, in ms. */
const urlLifetimeMs = 60_000

/** Downloads a fetched file. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), urlLifetimeMs)
}
