/** The features of a drawn face. Colours are `#rrggbb`. */
export interface PortraitLook {
  skin: string
  hair: string
  style: 'short' | 'cropped' | 'curls' | 'bob' | 'long' | 'bun' | 'scarf'
  top: string
  ground: string
  glasses?: boolean
  beard?: boolean
}

/**
 * A portrait as a self-contained SVG: flat shapes without scripts or external content. It is square, and
 * its centre stays visible in a circle.
 */
export function drawPortrait({ skin, hair, style, top, ground, glasses, beard }: PortraitLook): string {
  const shade = mix(skin, '#4a1f12', 0.22)
  const features = mix(skin, '#1c0f0a', 0.72)
  const shapes = [
    `<rect width="160" height="160" fill="${ground}"/>`,
    `<circle cx="80" cy="86" r="62" fill="${mix(ground, '#ffffff', 0.38)}"/>`,
    behind[style](hair),
    // shoulders, neck and its shadow, collar
    `<path d="M20 160c3-30 28-42 60-42s57 12 60 42z" fill="${top}"/>`,
    `<path d="M66 98h28v22c0 9-6 14-14 14s-14-5-14-14z" fill="${skin}"/>`,
    `<path d="M66 104c6 9 22 9 28 0v9c-7 7-21 7-28 0z" fill="${shade}"/>`,
    `<path d="M57 121c4 14 13 20 23 20s19-6 23-20l7 2c-3 18-15 27-30 27s-27-9-30-27z" fill="${mix(top, '#ffffff', 0.22)}"/>`,
    coversEars.has(style)
      ? ''
      : `<g fill="${mix(skin, '#4a1f12', 0.12)}"><circle cx="51" cy="77" r="6"/><circle cx="109" cy="77" r="6"/></g>`,
    `<path d="M52 66c0-19 12-30 28-30s28 11 28 30v10c0 20-12 34-28 34S52 96 52 76z" fill="${skin}"/>`,
    beard
      ? `<path d="M53 78c3 8 9 9 15 8 8-2 16-2 24 0 6 1 12 0 15-8 0 22-12 34-27 34S53 100 53 78z" fill="${mix(hair, skin, 0.18)}"/>`
      : '',
    `<circle cx="69" cy="74" r="2.6" fill="${features}"/><circle cx="91" cy="74" r="2.6" fill="${features}"/>`,
    line('M63 66c3-3 8-3 11-1M86 65c3-2 8-2 11 1', style === 'scarf' ? features : mix(hair, '#1c0f0a', 0.35), 2.2),
    line('M80 76c-1 5-2 7-3 8 2 2 4 2 5 1', shade, 2),
    beard
      ? `<path d="M71 92c5 5 13 5 18 0-2 7-16 7-18 0z" fill="${mix(skin, '#8a2f2a', 0.45)}"/>`
      : line('M70 92c6 6 14 6 20 0', mix(skin, '#8a2f2a', 0.62), 2.6),
    beard ? '' : `<g fill="#d9574a" opacity=".14"><circle cx="62" cy="87" r="5"/><circle cx="98" cy="87" r="5"/></g>`,
    inFront[style](hair),
    glasses
      ? line('M77 75c1-2 5-2 6 0M59 73l-6-2M101 73l6-2', '#3a2f2a', 2) +
        `<g fill="none" stroke="#3a2f2a" stroke-width="2"><circle cx="68" cy="75" r="9"/><circle cx="92" cy="75" r="9"/></g>`
      : '',
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160">${shapes.join('')}</svg>`
}

/** Hair styles that cover the ears. */
const coversEars = new Set<PortraitLook['style']>(['bob', 'long', 'scarf'])

const line = (path: string, colour: string, width: number) =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"/>`
const area = (path: string) => (hair: string) => `<path d="${path}" fill="${hair}"/>`
const nothing = () => ''
const balls = (list: readonly (readonly [number, number, number])[]) => (hair: string) =>
  `<g fill="${hair}">${list.map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}"/>`).join('')}</g>`

/** The hair behind the head. */
const behind: Record<PortraitLook['style'], (hair: string) => string> = {
  short: nothing,
  cropped: nothing,
  curls: balls([
    [52, 58, 15],
    [46, 76, 13],
    [108, 58, 15],
    [114, 76, 13],
    [64, 40, 15],
    [96, 40, 15],
    [80, 34, 16],
  ]),
  bob: area('M43 74c0-29 15-44 37-44s37 15 37 44v24c0 8-7 12-15 12H58c-8 0-15-4-15-12z'),
  long: area('M42 74c0-29 15-45 38-45s38 16 38 45v44c0 10-6 15-14 15H56c-8 0-14-5-14-15z'),
  bun: hair => `<circle cx="80" cy="27" r="14" fill="${hair}"/>` + area('M46 72c0-26 13-40 34-40s34 14 34 40l-6 18H52z')(hair),
  scarf: area('M38 82c0-36 17-54 42-54s42 18 42 54c0 24 6 38 8 48H30c2-10 8-24 8-48z'),
}

/** The hair on the forehead. */
const inFront: Record<PortraitLook['style'], (hair: string) => string> = {
  short: area('M50 70c-3-26 10-40 30-40 21 0 33 14 30 40-3-9-6-14-9-17-11 3-25 1-35-6-8 5-13 12-16 23z'),
  cropped: area('M51 66c-1-23 11-34 29-34s30 11 29 34c-3-12-8-18-13-20-10-3-22-3-32 0-5 2-10 8-13 20z'),
  curls: balls([
    [60, 48, 9],
    [71, 43, 9],
    [83, 42, 9],
    [95, 45, 9],
    [103, 53, 7],
  ]),
  bob: area('M49 76c-1-26 10-41 31-41s32 15 31 41c-4-12-8-19-13-24-13 3-28 2-39-3-4 6-8 15-10 27z'),
  long: area('M49 80c-2-29 10-45 31-45s33 16 31 45c-3-15-11-28-27-37-8 14-23 22-35 37z'),
  bun: area('M50 72c-2-24 10-38 30-38s32 14 30 38c-5-13-14-22-30-24-16 2-25 11-30 24z'),
  scarf: hair =>
    area('M47 78c-1-29 11-43 33-43s34 14 33 43c-3-16-13-28-33-28S50 62 47 78z')(hair) +
    area('M45 80c1 20 14 32 35 34 21-2 34-14 35-34l10 48c-12 16-78 16-90 0z')(hair) +
    line('M56 112c10 10 30 14 50 2', mix(hair, '#ffffff', 0.22), 3) +
    line('M48 122c16 12 44 13 62 1', mix(hair, '#10201f', 0.25), 3),
}

/** Mixes two colours; 0 is the first, 1 the second. */
function mix(from: string, to: string, share: number): string {
  const part = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16)
  const parts = [1, 3, 5].map(at => Math.round(part(from, at) + (part(to, at) - part(from, at)) * share))
  return `#${parts.map(value => value.toString(16).padStart(2, '0')).join('')}`
}
