let show = (_refusal: unknown): void => {}

/** Sets what shows the refusal of a form that is no longer on the page. There is one handler. */
export function onUnseenRefusal(handle: (refusal: unknown) => void): void {
  show = handle
}

/** Shows the refusal of a form that is no longer on the page. */
export const showUnseen = (refusal: unknown): void => show(refusal)
