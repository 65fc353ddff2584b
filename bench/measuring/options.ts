import { parseArgs } from 'node:util'

/** Reads `--NAME NUMBER` for each of these options, and `--control`. */
export function readOptions<Option extends string>(defaults: Record<Option, number>): Record<Option, number> & { control: boolean } {
  const options = Object.fromEntries(Object.keys(defaults).map(name => [name, { type: 'string' as const }]))
  const { values } = parseArgs({ options: { ...options, control: { type: 'boolean' } } })
  const { control = false, ...texts } = values as Record<string, string | boolean>
  const given = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, Number(text)]))
  const wrong = Object.entries(given).find(([, number]) => !(number > 0))
  if (wrong) throw new Error(`--${wrong[0]} takes a number above 0`)
  return { ...defaults, ...(given as Record<Option, number>), control: control === true }
}
