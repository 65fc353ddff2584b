import { runBuilt } from './run-built.mjs'

if (process.env.npm_lifecycle_event) await import('./follow-parent.mjs')
await runBuilt('main')
