import { expect, inject, it } from 'vitest'
import { readCatalogue } from './testing/catalogue.ts'
import { generateTypes } from './testing/generate-types.ts'
import { generateIndexesAndConstraints } from './testing/schema-objects.ts'
import { generateSchemaPage } from './testing/schema-page.ts'

const template = inject('templateDatabaseUrl')

it('types.ts matches the database', async () => {
  await expect(await generateTypes(template)).toMatchFileSnapshot('./types.ts')
})

it('indexes-and-constraints.ts names those of the database', async () => {
  await expect(await generateIndexesAndConstraints(template)).toMatchFileSnapshot('./indexes-and-constraints.ts')
})

it("schema/README.md lists every trigger and function with its file's comment", async () => {
  const page = await generateSchemaPage()
  await expect(page).toMatchFileSnapshot('./schema/README.md')
  const { functions, triggers, views } = await readCatalogue(template)
  const names = [
    ...functions.map(({ name }) => `\`${name.replace(/\(.*/, '')}\``),
    ...views.map(({ name }) => `\`${name}\``),
    ...triggers.flatMap(({ definition }) =>
      (definition as { trigger: string }[]).map(({ trigger }) => `| ${/TRIGGER (\w+)/.exec(trigger)?.[1]} |`),
    ),
  ]
  expect(names.filter(name => !page.includes(name))).toEqual([])
  // A row without a purpose ends with an empty cell.
  expect(page.match(/^.*\| +\|$/gm)).toBeNull()
})
