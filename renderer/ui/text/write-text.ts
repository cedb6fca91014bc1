/**
 * Text of an element that shows nothing but text, written outside React many times a second: only when it differs, and into the text
 * node that is there. A new node for each text would leave the old one, with its layout, to the page's collector.
 */
export function writeText(element: Element | null | undefined, text: string): void {
  if (element === null || element === undefined) return
  const { firstChild } = element
  if (firstChild instanceof Text && firstChild === element.lastChild) {
    if (firstChild.data !== text) firstChild.data = text
  } else if (element.textContent !== text) element.textContent = text
}

const lengthProperty = '--value-length'

/**
 * Room for the longest text an element has had so far, as `--value-length` in characters for its style sheet (`min-width`). Figures that
 * get a digit more or less would otherwise move and shorten the names beside them several times a second.
 */
export function keepRoomFor(element: HTMLElement | null | undefined, length: number): void {
  if (element === null || element === undefined) return
  if (length > Number(element.style.getPropertyValue(lengthProperty)))
    element.style.setProperty(lengthProperty, String(length))
}
