import { describe, expect, test } from 'vitest'
import { mutateDefinition, sample } from './mutate-sql.mjs'

/** The changed bodies. @param {string} body */
const mutants = body =>
  mutateDefinition({ kind: 'function', sql: ['CREATE FUNCTION f(a = 1) AS ', body, ''].join('$$') }).map(({ sql }) => sql.split('$$')[1])

describe('mutateDefinition', () => {
  test.each([
    ['a < b', ['a <= b']],
    ['a >= b', ['a > b']],
    ['a <> b', ['a = b']],
    ['a AND b OR c', ['a OR b OR c', 'a AND b AND c']],
    ['RETURN true', ['RETURN false']],
    ['a IS NULL', ['a IS NOT NULL']],
    ['a IS NOT DISTINCT FROM b', ['a IS DISTINCT FROM b']],
    ['NOT EXISTS (b)', ['EXISTS (b)']],
    ['n + 1', ['n - 1']],
    ["now() - interval '24 hours'", ["now() - interval '23 hours'"]],
  ])('changes %s', (body, expected) => expect(mutants(body)).toEqual(expected))

  test.each(["x := 'a < b'", '-- a < b', 'a ->> b', 'a BETWEEN b AND c', 'UPDATE t SET a = b', 'a && b', 'ON CONFLICT (a) DO NOTHING'])(
    'leaves alone %s',
    body => expect(mutants(body)).toEqual([]),
  )

  test('leaves out each condition of a conjunction, and a disjunction as a whole', () => {
    expect(mutants('SELECT x WHERE a AND f(b, c) ORDER BY d')).toEqual([
      'SELECT x WHERE a OR f(b, c) ORDER BY d',
      'SELECT x WHERE true AND f(b, c) ORDER BY d',
      'SELECT x WHERE a AND true ORDER BY d',
    ])
    expect(mutants('SELECT x CROSS JOIN LATERAL (t) ON true')).toEqual(['SELECT x CROSS JOIN LATERAL (t) ON false'])
    expect(mutants('(SELECT x JOIN t ON a OR b)')).toEqual(['(SELECT x JOIN t ON a AND b)', '(SELECT x JOIN t ON true)'])
  })

  test('changes the condition of a trigger and the query of a view', () => {
    const trigger = 'CREATE TRIGGER t AFTER UPDATE OF a ON b FOR EACH ROW WHEN (OLD.a < NEW.a) EXECUTE FUNCTION f()'
    expect(mutateDefinition({ kind: 'trigger', sql: trigger }).map(({ sql }) => sql)).toEqual([trigger.replace('<', '<=')])
    const view = 'CREATE VIEW v AS SELECT a > b FROM c'
    expect(mutateDefinition({ kind: 'view', sql: view }).map(({ sql }) => sql)).toEqual([view.replace('>', '>=')])
  })

  test('shows the changed line before and after', () => {
    const [mutant] = mutateDefinition({ kind: 'function', sql: 'CREATE FUNCTION f() AS $$\n  SELECT 1\n  IF a < b;\n$$' })
    expect(mutant?.label).toBe('- IF a < b;\n+ IF a <= b;')
  })
})

test('takes the same sample for the same seed', () => {
  const items = Array.from({ length: 100 }, (_, index) => index)
  expect(sample(items, 10, 1)).toHaveLength(10)
  expect(sample(items, 10, 1)).toEqual(sample(items, 10, 1))
  expect(sample(items, 10, 1)).not.toEqual(sample(items, 10, 2))
  expect(sample(items, 1000, 1)).toEqual(items)
})
