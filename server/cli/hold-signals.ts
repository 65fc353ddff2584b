const ignore = () => {}

/**
 * From now on a lost terminal does not end this process, and an interrupt only calls `onInterrupt`. Returns a function
 * that ends this.
 */
export function holdSignals(onInterrupt: () => void): () => void {
  const handlers = { SIGHUP: ignore, SIGINT: onInterrupt, SIGTERM: onInterrupt }
  const signals = Object.entries(handlers) as [NodeJS.Signals, () => void][]
  for (const [signal, handler] of signals) process.on(signal, handler)
  // A terminal that is gone takes no more lines.
  const streams = [process.stdout, process.stderr]
  for (const stream of streams) stream.on('error', ignore)
  return () => {
    for (const [signal, handler] of signals) process.off(signal, handler)
    for (const stream of streams) stream.off('error', ignore)
  }
}
