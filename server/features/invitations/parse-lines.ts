import type { Language } from '#contract/languages.ts'
import { Email } from '#contract/people.ts'
import { say } from '../../platform/text.ts'

/** A person on a pasted list, as typed. */
export interface ParsedLine {
  /** From 1. */
  line: number
  name: string
  emails: string[]
  phones: string[]
  roles: string[]
}

const headings = new Set([
  'name',
  'full name',
  'e-mail',
  'email',
  'e-mail address',
  'phone',
  'phone number',
  'mobile',
  'address',
  'role',
  'roles',
])

/** A word of ours, or a column of a list that this person downloads. */
const isHeading = (cell: string, language: Language): boolean =>
  headings.has(cell.toLowerCase()) ||
  (['csv.name', 'csv.email', 'csv.phone', 'csv.address', 'csv.roles'] as const).some(
    id => say(language, id).toLowerCase() === cell.toLowerCase(),
  )

/**
 * Reads a list of people: the name first, then an e-mail address or a phone number, and names of roles,
 * in any order. Cells are separated by tabs, semicolons or commas, whichever the list uses; quotes keep
 * a separator inside a cell. Also takes “Name <address>”. Empty lines and a line of headings are
 * skipped.
 */
export function parseLines(text: string, language: Language): ParsedLine[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  const separator = ['\t', ';'].find(sign => lines.some(line => splitCells(line, sign).length > 1)) ?? ','
  return lines
    .map((line, index) => ({ line: index + 1, cells: splitCells(line, separator).flatMap(splitMailbox) }))
    .filter(({ cells }) => cells.some(cell => cell !== ''))
    .filter(({ cells }, index) => index > 0 || !cells.every(cell => cell === '' || isHeading(cell, language)))
    .map(({ line, cells: [first = '', ...rest] }) => {
      // A list of bare addresses has no names: the first cell is then one.
      const nameless = isEmail(first) || isPhone(first)
      const others = [...(nameless ? [first] : []), ...rest].filter(cell => cell !== '')
      return {
        line,
        name: nameless ? '' : first,
        emails: others.filter(isEmail),
        phones: others.filter(isPhone),
        roles: others.filter(cell => !isEmail(cell) && !isPhone(cell)).flatMap(cell => cell.split('|').map(role => role.trim())),
      }
    })
}

const isEmail = (cell: string) => cell.includes('@')
const isPhone = (cell: string) => /^[+\d][\d\s()./-]{2,}$/.test(cell)

/** Whether a typed address can be one. */
export const isPossibleEmail = (typed: string): boolean => Email.safeParse(typed).success

function splitCells(line: string, separator: string): string[] {
  const cells: string[] = ['']
  let quoted = false
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at] ?? ''
    const last = cells.length - 1
    if (sign === '"' && quoted && line[at + 1] === '"') {
      cells[last] += sign
      at += 1
    } else if (sign === '"' && (quoted || cells[last]?.trim() === '')) quoted = !quoted
    else if (sign === separator && !quoted) cells.push('')
    else cells[last] += sign
  }
  return cells.map(cell => cell.trim())
}

/** Mail programs write “Name <address>”. */
function splitMailbox(cell: string): string[] {
  const [, name, address] = /^([^<>]*)<([^<>\s]+@[^<>\s]+)>$/.exec(cell) ?? []
  return address === undefined ? [cell] : [(name ?? '').trim(), address].filter(part => part !== '')
}
