import { parseArgs, type ParseArgsConfig } from 'node:util'
import { UsageError } from './exit-codes.ts'

/** The options and positional arguments of a command; more positionals than it takes are wrong usage. */
export function parse<Options extends NonNullable<ParseArgsConfig['options']>>(args: string[], options: Options, positionals = 0) {
  const parsed = parseArgs({ args, options, allowPositionals: true })
  if (parsed.positionals.length > positionals) throw new UsageError(`Unexpected argument: ${parsed.positionals[positionals]}.`)
  return parsed
}
