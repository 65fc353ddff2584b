/** Records as options of a select: the id is the value, the name is the label. */
export const namedOptions = (records: readonly { id: string; name: string }[]): { value: string; label: string }[] =>
  records.map(({ id, name }) => ({ value: id, label: name }))
