const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What was added to and removed from a list, on top of another one. */
function mergeLists(base: readonly unknown[], typed: readonly unknown[], newest: readonly unknown[]): unknown[] {
  const isIn = (list: readonly unknown[], item: unknown) => list.some(other => isSame(other, item))
  const added = typed.filter(item => !isIn(base, item) && !isIn(newest, item))
  return [...newest.filter(item => isIn(typed, item) || !isIn(base, item)), ...added]
}

/**
 * Puts what a user changed, from `base` to `typed`, on top of newer values of the record: fields that the user did not
 * touch take the newer values, and a list keeps what others added and removed.
 */
export function mergeEdits<Values extends object>(base: Values, typed: Values, newest: Values): Values {
  const touched = Object.entries(typed).filter(([key, value]) => !isSame(value, base[key as keyof Values]))
  const merged = touched.map(([key, value]) => {
    const [before, after] = [base, newest].map(values => values[key as keyof Values])
    const isList = Array.isArray(before) && Array.isArray(value) && Array.isArray(after) && !isSame(before, after)
    return [key, isList ? mergeLists(before, value, after) : value]
  })
  return { ...newest, ...(Object.fromEntries(merged) as Partial<Values>) }
}

/** Whether the user has changed nothing in a form, which then can follow its record. */
export const isUntouched = ({ values, saved, busy }: { values: object; saved: object; busy: boolean }): boolean =>
  !busy && isSame(values, saved)

interface StaleForm<Values> {
  saved: Values
  rebase: (newest: Values, merge: (typed: Values) => Values) => void
  reset: (to: Values) => void
}

/**
 * How a form goes on after the refusal `stale`: the newest values with the user's changes on top, or alone. The
 * changes are those from `base`; from what was last saved unless given.
 */
export const afterStale = <Values extends object>(form: StaleForm<Values>, readNewest: () => Promise<Values>, base = form.saved) => ({
  onKeep: async () => {
    const newest = await readNewest()
    form.rebase(newest, typed => mergeEdits(base, typed, newest))
  },
  onTake: async () => form.reset(await readNewest()),
})
