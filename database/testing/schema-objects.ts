import pg from 'pg'
import { readIndexesAndConstraints } from '../missing-objects.ts'

/** Returns database/indexes-and-constraints.ts for the schema of a database. */
export async function generateIndexesAndConstraints(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(`SELECT name FROM (${readIndexesAndConstraints}) o ORDER BY name COLLATE "C"`)
    return `// Generated from the database: npx vitest run database/generated.test.ts -u

/** Every index and constraint of a database of this version. */
export const indexesAndConstraints: readonly string[] = [
${rows.map(({ name }) => `  '${name}',\n`).join('')}]
`
  } finally {
    await client.end()
  }
}
