/** Contrast of two `#rrggbb` colours as WCAG computes it, 1 to 21. */
export function contrast(one: string, other: string): number {
  const first = luminance(channels(one)) + 0.05
  const second = luminance(channels(other)) + 0.05
  return Math.max(first, second) / Math.min(first, second)
}

/** Red, green and blue of a `#rrggbb` colour, 0 to 255. */
export const channels = (colour: string): number[] => [1, 3, 5].map(start => Number.parseInt(colour.slice(start, start + 2), 16) || 0)

const luminance = (list: number[]): number => {
  const [red = 0, green = 0, blue = 0] = list
    .map(channel => channel / 255)
    .map(share => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
