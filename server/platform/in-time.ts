/**
 * What `work` resolves to, or undefined if it takes longer than `timeoutMs`; it then continues, and a failure of it
 * is ignored. The timer ends with the work, so that a busy server does not keep one for each request of the last second.
 */
export function inTime<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, timeoutMs, undefined).unref()
    void work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
