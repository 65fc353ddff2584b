import path from 'node:path'
import { refuseTransactionPooling } from '#database/connect/pooling.ts'
import { createEmergencyLink } from './features/sessions/setup/emergency-commands.ts'
import { printError } from './operating.ts'
import { readSettings, siteAddress } from './platform/config.ts'
import { connect } from './platform/database/connection.ts'
import { attachToEmbeddedPostgres } from './platform/embedded-postgres/attach.ts'
import { dropRoot } from './platform/privileges/drop.ts'
import { mintScope } from './platform/scope.ts'

// `node tools/emergency-link.mjs PHONE|EMAIL`: a link with which an administrator signs in although
// their identity provider is away.

const say = (line: string) => void process.stdout.write(`${line}\n`)

async function printEmergencyLink(address: string): Promise<void> {
  const read = readSettings(process.env)
  if ('errors' in read) throw new Error(read.errors.join('\n'))
  const { settings } = read
  if (!settings.databaseUrl) await dropRoot({ ...settings, port: undefined }, () => {})
  const { url, leave } = settings.databaseUrl
    ? { url: settings.databaseUrl, leave: async () => {} }
    : await attachToEmbeddedPostgres(path.resolve(settings.dataDirectory), () => {})
  await refuseTransactionPooling(url)
  const { db, close } = connect(url)
  try {
    const scope = mintScope({ person: null, now: new Date(), ip: null, userAgent: '', browser: false })
    const token = await createEmergencyLink(db, scope, address)
    if (token === null) throw new Error('No active administrator, or more than one, has this phone number or e-mail address.')
    say(`With this link and their password the administrator can sign in once, within 30 minutes:`)
    say(`${siteAddress(settings, undefined)}/emergency#${token}`)
  } finally {
    await close()
    await leave()
  }
}

const [address] = process.argv.slice(2)
await (address ? printEmergencyLink(address) : Promise.reject(new Error('Usage: node tools/emergency-link.mjs PHONE|EMAIL'))).catch(
  printError,
)
