/**
 * Shows a list from its start after a button at its end has turned the page: the heading over the list takes the
 * focus, also from a button that the first or last page does not have.
 */
export function showListStart({ currentTarget }: { currentTarget: Element }): void {
  const heading = currentTarget.closest('section:has(h2, h3), aside, main')?.querySelector<HTMLElement>('h1, h2, h3')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  heading.scrollIntoView({ block: 'start' })
}
