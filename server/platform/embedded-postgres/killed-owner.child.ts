import { startEmbeddedPostgres } from './start.ts'

// A second Openhour for tests: starts the database in the given folder, prints its address, and
// waits to be killed.
const [dataDirectory = ''] = process.argv.slice(2)
const { url } = await startEmbeddedPostgres({ dataDirectory, log: () => undefined, throwaway: true })
process.stdout.write(`${url}\n`)
process.stdin.resume()
