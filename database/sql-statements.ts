/** A comment, a quoted text, a function's body, or the end of a statement. */
const tokens = /--[^\n]*|'(?:[^']|'')*'|\$\$[\s\S]*?\$\$|;/g

/**
 * Splits SQL into its statements, without comments and blank lines between them. Comments inside a
 * statement stay.
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = []
  let start = 0
  for (const token of sql.matchAll(tokens)) {
    if (token[0] !== ';') continue
    statements.push(sql.slice(start, token.index))
    start = token.index + 1
  }
  statements.push(sql.slice(start))
  return statements.map(statement => statement.replace(/^(\s|--[^\n]*(\n|$))+/, '').trimEnd()).filter(statement => statement !== '')
}
