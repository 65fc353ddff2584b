/**
 * What leaves room on the page without showing anything there, such as a box whose buttons are not displayed. Runs in
 * the browser.
 */
export function findEmptyRoom(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main *')]
    .filter(
      element =>
        element.checkVisibility() &&
        !element.closest('.visually-hidden, svg') &&
        element.querySelector('button, a, input, select') !== null &&
        element.innerText.trim() === '' &&
        ![...element.querySelectorAll('svg, img')].some(picture => picture.checkVisibility()),
    )
    .map(element => element.outerHTML.slice(0, 200))
}
