import type { Language } from '#contract/languages.ts'
import {
  escapeHtml,
  fillTemplate,
  fillTemplateHtml,
  fillValue,
  isolate,
  isRightToLeft,
  putLinkAfter,
  toSingleLine,
  type Values,
} from './fill-template.ts'
import { letterText } from './read-letter-texts.ts'

/** The parts of a letter before rendering. Greeting, lead and the foot's lines are templates. */
export interface LetterParts {
  language: Language
  subject: string
  greeting: string
  lead: readonly string[]
  facts: readonly (readonly [label: string, value: string])[]
  link: Link | null
  foot: {
    lines: readonly string[]
    /** Lines of data, in the organisation's language. */
    signature: { language: Language; lines: readonly string[] }
    links: readonly Link[]
  }
  values: Values
  style: LetterStyle
}

interface Link {
  label: string
  url: string
}

/** How the organisation's letters look. */
export interface LetterStyle {
  /** Background and text of the button, `#rrggbb`. */
  button: { background: string; text: string }
  /** The picture at the top; the ground it is made for and its size in pixels. */
  logo: { src: string; ground: string; width: number; height: number } | null
}

/** The letter as plain text; labels and values stand in two columns. */
export function renderText({ language, greeting, lead, facts, link, foot, values }: LetterParts): string {
  const nameValue = (label: string) => fillValue(letterText(language, 'common.label'), { label })
  const width = Math.max(...facts.map(([label]) => nameValue(label).length)) + 1
  const parts = [
    fillTemplate(greeting, values, language),
    ...lead.map(paragraph => fillTemplate(paragraph, values, language)),
    facts.map(([label, value]) => `${nameValue(label).padEnd(width)}${isolate(value, language)}`).join('\n'),
    link ? `${nameValue(link.label)}\n${link.url}` : '',
    `-- \n${foot.lines.map(line => fillTemplate(line, values, language)).join('\n')}`,
    foot.signature.lines.map(line => isolateLine(line, language)).join('\n'),
    foot.links.map(({ label, url }) => putLinkAfter(nameValue(label), url, language)).join('\n'),
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

const isolateLine = (line: string, language: Language): string => (line.trim() === '' ? '' : isolate(line, language))

/**
 * Plain HTML that every mail program shows: one column, its colours those of the reader's own light or
 * dark, except for the logo and the button. Nothing is loaded from anywhere.
 */
export function renderHtml({ language, subject, greeting, lead, facts, link, foot, values, style: { button, logo } }: LetterParts): string {
  const paragraph = (html: string) => `<p style="margin:0 0 16px">${html}</p>`
  // Many mail programs do not know the logical values of CSS.
  const [direction, start, gap] = isRightToLeft(language) ? ['rtl', 'right', '4px 0 4px 16px'] : ['ltr', 'left', '4px 16px 4px 0']
  const rows = facts.map(
    ([label, value]) =>
      `<tr><th scope="row" style="padding:${gap};text-align:${start};vertical-align:top;font-weight:600;white-space:nowrap">${escapeHtml(label)}</th>` +
      `<td style="padding:4px 0">${renderValue(toSingleLine(value))}</td></tr>`,
  )
  return [
    '<!doctype html>',
    `<html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">`,
    `<title>${escapeHtml(subject)}</title></head>`,
    `<body style="margin:0;padding:24px;font-family:system-ui,sans-serif;font-size:16px;line-height:1.5"><div dir="${direction}" style="max-width:560px;margin:0 auto">`,
    logo
      ? paragraph(
          `<img src="${logo.src}" alt="${escapeHtml(values.site ?? '')}" width="${logo.width}" height="${logo.height}" style="display:block;padding:8px;border-radius:8px;background:${logo.ground}">`,
        )
      : '',
    paragraph(fillTemplateHtml(greeting, values)),
    ...lead.map(line => paragraph(fillTemplateHtml(line, values).replaceAll('\n', '<br>'))),
    rows.length > 0 ? `<table style="border-collapse:collapse;margin:0 0 16px">${rows.join('')}</table>` : '',
    link
      ? paragraph(
          `<a href="${escapeHtml(link.url)}" style="display:inline-block;padding:10px 20px;border-radius:10px;background:${button.background};color:${button.text};font-weight:600;text-decoration:none">${escapeHtml(link.label)}</a>`,
        )
      : '',
    renderFootHtml(foot, values),
    '</div></body></html>',
  ]
    .filter(Boolean)
    .join('\n')
}

function renderFootHtml({ lines, signature, links }: LetterParts['foot'], values: Values): string {
  const small = (marginPx: number, parts: readonly string[], between: string, attributes = '') =>
    parts.length > 0 ? `<p${attributes} style="margin:${marginPx}px 0 0;font-size:14px">${parts.join(between)}</p>` : ''
  const own = signature.lines.map(line => `<bdi>${escapeHtml(toSingleLine(line))}</bdi>`)
  const addresses = links.map(({ label, url }) => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`)
  return [
    small(
      24,
      lines.map(line => fillTemplateHtml(line, values)),
      '<br>',
    ),
    small(16, own, '<br>', ` lang="${signature.language}"`),
    small(16, addresses, ' · '),
  ]
    .filter(Boolean)
    .join('\n')
}

/** A meeting address becomes a link. */
const renderValue = (value: string): string =>
  /^https?:\/\/\S+$/.test(value) ? `<a href="${escapeHtml(value)}" dir="ltr">${escapeHtml(value)}</a>` : `<bdi>${escapeHtml(value)}</bdi>`
