/** The best encoding that the `Accept-Encoding` header names; `identity` without one. */
export function chooseEncoding(accepted: string | string[] = ''): 'br' | 'gzip' | 'identity' {
  const named = new Set(
    String(accepted)
      .split(',')
      .filter(part => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map(part => part.split(';')[0]?.trim().toLowerCase()),
  )
  return named.has('br') ? 'br' : named.has('gzip') ? 'gzip' : 'identity'
}
