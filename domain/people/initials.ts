const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * The initials shown instead of a missing photo: the first two characters of the name, unchanged. Characters are
 * grapheme clusters, so emoji, accents and right-to-left letters stay whole. Without a name, those of "User Name".
 */
export function initials(name: string | null | undefined): string {
  return [...graphemes.segment(visible(name ?? '') || 'User Name')]
    .slice(0, 2)
    .map(({ segment }) => segment)
    .join('')
}

/** Copied names can contain invisible direction marks, which would count as characters. */
function visible(name: string): string {
  return name.replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff\p{Cc}]/gu, '').trim()
}
