import { startEmbeddedPostgres } from './start.ts'

// A second Openhour for the tests: starts the database in the folder given, says where it is, and waits to be killed.
const [dataDirectory = ''] = process.argv.slice(2)
const { url } = await startEmbeddedPostgres({ dataDirectory, log: () => undefined, throwaway: true })
process.stdout.write(`${url}\n`)
process.stdin.resume()
