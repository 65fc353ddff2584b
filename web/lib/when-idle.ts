/** The longest wait of a browser that is never idle, in ms; also the wait of one that cannot tell (Safari). */
const latestMs = 2000

/** Runs work when the browser has nothing else to do. The returned function cancels it. */
export function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, latestMs)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(work, { timeout: latestMs })
  return () => window.cancelIdleCallback(handle)
}
