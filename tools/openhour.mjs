import path from 'node:path'
import { runBuilt } from './run-built.mjs'

// As `npm start`: the data are in the repository.
process.env.OPENHOUR_DATA ||= path.join(import.meta.dirname, '..', 'data')
await runBuilt('openhour')
