/**
 * A name or sentence that others wrote, in one line of a page in Markdown: read there as it is. Without it `List<Order>` would be shown as `List`,
 * since its end is taken for HTML, and the name of a process could be a picture or a link to anywhere.
 */
export function markdownText(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll('<', '\\<')
    .replaceAll(/\](?=[([])/g, ']\\')
}
