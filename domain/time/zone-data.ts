/**
 * Whether a release of the IANA time zone data is newer than another: `2026c` after `2026b` after
 * `2025c`. An unknown version (empty) is the oldest.
 */
export const isNewerZoneData = (version: string, than: string): boolean => version > than

/**
 * Whether a release is over a year old. Its name contains the year but no day, so the middle of the year
 * is assumed. An unknown version is old.
 */
export function isOldZoneData(version: string, now: Date): boolean {
  const year = /^\d{4}/.exec(version)?.[0]
  return year === undefined || now.getTime() >= Date.UTC(Number(year) + 1, 6, 1)
}
