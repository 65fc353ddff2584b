/**
 * The icon that a person's browser asks for and one without a window does not: counted, so that the figures are a
 * person's.
 */
export async function weighIcon(url: string): Promise<{ path: string; bytes: number }> {
  const page = await (await fetch(url)).text()
  const path = /<link rel="icon" href="([^"]+)"/.exec(page)?.[1]
  if (!path) throw new Error('the page names no icon')
  const { ok, headers } = await fetch(new URL(path, url), { headers: { 'accept-encoding': 'br' } })
  if (!ok) throw new Error(`the icon ${path} is not there`)
  const head = [...headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)
  return { path, bytes: head + Number(headers.get('content-length')) }
}
