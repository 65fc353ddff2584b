import { useMediaQuery } from '@mantine/hooks'
import { usePanel } from './panel-context.ts'

/**
 * Whether there is room for a table or columns from this window width on, in em. Next to another page there is
 * none.
 */
export function useWide(em: number): boolean {
  const wide = useMediaQuery(`(min-width: ${em}em)`, true, { getInitialValueInEffect: false })
  return !usePanel() && wide
}
