// Loaded into the product before anything else (`node --import`): its clock is told by a file. Where libfaketime
// is not installed, this moves the same calls.
import { readFileSync } from 'node:fs'

const file = process.env.DRILL_CLOCK ?? ''
const System = Date

/** The file says by how many milliseconds this clock is ahead of the system's, or after `=` where it stands. */
function now() {
  const text = readFileSync(file, 'utf8')
  return text.startsWith('=') ? Number(text.slice(1)) : System.now() + Number(text)
}

globalThis.Date = new Proxy(System, {
  construct: (date, given, called) => Reflect.construct(date, given.length > 0 ? given : [now()], called),
  apply: () => new System(now()).toString(),
  get: (date, name) => (name === 'now' ? now : Reflect.get(date, name)),
})
