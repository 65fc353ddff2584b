/** Runs work once the browser has drawn its answer to a press, which an update of many elements would hold up. */
export const afterPaint = (work: () => void): void => void requestAnimationFrame(() => setTimeout(work))
