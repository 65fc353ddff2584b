// Plain old syntax, and nothing imported: an old Node has to get far enough to read the sentence below.

/** Ends the process with a clear sentence when this Node is older than the oldest one supported. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error('Openhour needs Node 20.19 or newer; this is Node ' + process.versions.node + '. Get a newer one from https://nodejs.org.')
  process.exit(1)
}
