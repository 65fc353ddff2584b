/** Each entry once, by its id: in the order in which the ids first occur, the last entry of each. */
export const distinctById = <Entry extends { id: string }>(entries: readonly Entry[]): Entry[] => [
  ...new Map(entries.map(entry => [entry.id, entry])).values(),
]
