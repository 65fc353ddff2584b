/**
 * What `work` resolves to, or undefined where it takes longer, in ms. The timer ends with the work: one that went on would keep a
 * request in memory for so long, and work that was not finished goes on.
 */
export function inTime<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, timeoutMs, undefined).unref()
    void work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
