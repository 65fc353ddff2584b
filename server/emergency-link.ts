import { emergencyLink } from './cli/administrator-links.ts'
import { readSettings } from './platform/config.ts'
import { printError } from './operating.ts'

// `node tools/emergency-link.mjs PHONE|EMAIL`: as `openhour emergency-link`.

async function printEmergencyLink(address: string): Promise<void> {
  const read = readSettings(process.env)
  if ('errors' in read) throw new Error(read.errors.join('\n'))
  await emergencyLink(read.settings, address, line => void process.stdout.write(`${line}\n`))
}

const [address] = process.argv.slice(2)
await (address ? printEmergencyLink(address) : Promise.reject(new Error('Usage: node tools/emergency-link.mjs PHONE|EMAIL'))).catch(
  printError,
)
