import { expect, it } from 'vitest'
import { parseLines } from './parse-lines.ts'

const read = (text: string) =>
  parseLines(text, 'de').map(({ line, name, emails, phones, roles }) => [line, name, [...emails, ...phones], roles])

it('reads names, addresses, numbers and roles in any order after the name', () => {
  expect(read('Ada, ada@example.org\nBo, +44 7700 900123, Mentor\nCy, Mentor | Desk, cy@example.org')).toEqual([
    [1, 'Ada', ['ada@example.org'], []],
    [2, 'Bo', ['+44 7700 900123'], ['Mentor']],
    [3, 'Cy', ['cy@example.org'], ['Mentor', 'Desk']],
  ])
})

it('reads CSV with headings, quotes, semicolons or tabs, and keeps the numbers of the lines', () => {
  expect(read('\uFEFFName;E-mail;Role\r\n\r\n"Dr; Ada ""Countess""";ada@example.org;Mentor')).toEqual([
    [3, 'Dr; Ada "Countess"', ['ada@example.org'], ['Mentor']],
  ])
  expect(read('Name\tTelefon\tRollen\nBo\t+44 7700 900123\tMentor')).toEqual([[2, 'Bo', ['+44 7700 900123'], ['Mentor']]])
  expect(read('Lovelace, Ada\tada@example.org')).toEqual([[1, 'Lovelace, Ada', ['ada@example.org'], []]])
})

it('reads what mail programs paste, and lines without a name as such', () => {
  expect(read('Ada Lovelace <ada@example.org>\nbo@example.org\n07700 900123')).toEqual([
    [1, 'Ada Lovelace', ['ada@example.org'], []],
    [2, '', ['bo@example.org'], []],
    [3, '', ['07700 900123'], []],
  ])
})

it('takes a first line of headings only where nothing else is in it', () => {
  expect(read('Name, Bo, bo@example.org')).toEqual([[1, 'Name', ['bo@example.org'], ['Bo']]])
})
