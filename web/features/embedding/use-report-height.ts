import { useEffect } from 'react'
import { isEmbedded } from '../../lib/embedded.ts'

/** The website around the frame, which embed.js has named; read before the router changes the address. */
const parentOrigin = isEmbedded ? globalThis.location.hash.slice(1) : ''

/** Tells embed.js how tall the page is: to that website alone. The page itself listens to no messages. */
export function useReportHeight(): void {
  useEffect(() => {
    if (window.parent === window || !URL.canParse(parentOrigin) || new URL(parentOrigin).origin !== parentOrigin) return
    const content = document.getElementById('content')
    if (!content) return
    const observer = new ResizeObserver(() => window.parent.postMessage({ openhourHeight: content.offsetHeight }, parentOrigin))
    observer.observe(content)
    return () => observer.disconnect()
  }, [])
}
