/**
 * The selection after a click on a row's checkbox. With an anchor, all rows between the two take the same state.
 */
export function toggleRange(selected: ReadonlySet<string>, order: readonly string[], id: string, anchor = id): Set<string> {
  const [from, to] = [order.indexOf(anchor), order.indexOf(id)]
  const range = from === -1 || to === -1 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1)
  return selected.has(id) ? new Set([...selected].filter(other => !range.includes(other))) : new Set([...selected, ...range])
}
