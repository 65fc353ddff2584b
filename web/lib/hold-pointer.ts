/** How long a finger rests before it drags; one that moves earlier scrolls. */
const holdMs = 350
const maxRestPx = 8

/** What a drag needs to know of the pressed pointer, also after the event. */
export interface Press {
  pointerId: number
  clientX: number
  clientY: number
  currentTarget: Element
}

/** Calls `onHold` once a finger has rested on one spot. */
export function holdPointer({ pointerId, clientX, clientY }: Press, onHold: () => void): void {
  const end = new AbortController()
  const timer = setTimeout(() => {
    end.abort()
    onHold()
  }, holdMs)
  const stop = () => {
    clearTimeout(timer)
    end.abort()
  }
  const listen = (name: 'pointermove' | 'pointerup' | 'pointercancel', isOver: (event: PointerEvent) => boolean) =>
    document.addEventListener(name, event => event.pointerId === pointerId && isOver(event) && stop(), { signal: end.signal })
  listen('pointermove', event => Math.hypot(event.clientX - clientX, event.clientY - clientY) > maxRestPx)
  listen('pointerup', () => true)
  listen('pointercancel', () => true)
}
