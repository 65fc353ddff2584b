/**
 * The one-time token from the address's fragment (`/setup#token=…`), which browsers never send to a server
 * or a log.
 */
export function setupToken(fragment: string): string | null {
  const text = decodeURIComponent(fragment.replace(/^#/, ''))
  return (text.includes('=') ? new URLSearchParams(text).get('token') : text) || null
}
