/** How long the browser may read the file, in ms. */
const urlLifetimeMs = 60_000

/** Downloads a fetched file. */
export const saveFile = (file: Blob, name: string): void => follow(file, link => (link.download = name))

/** Opens a fetched file with what the system has for its type; a browser that knows nothing downloads it. */
export const openFile = (file: Blob): void => follow(file, () => {})

function follow(file: Blob, prepare: (link: HTMLAnchorElement) => void): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  prepare(link)
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), urlLifetimeMs)
}
