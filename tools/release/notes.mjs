/**
 * The section of a version in CHANGELOG.md.
 * @param {string} changelog
 * @param {string} version
 */
export function notesOf(changelog, version) {
  const section = changelog.split(/^(?=## )/m).find(part => part.startsWith(`## ${version} `) || part.startsWith(`## ${version}\n`))
  if (!section) throw new Error(`CHANGELOG.md has no section ## ${version}`)
  return `${section.replace(/^## /, '# Openhour ').trim()}\n`
}
