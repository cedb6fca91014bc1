/** What no XML document may hold, escaped or not; names and messages of a target may. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\p{Surrogate}]/gu

/** Text as it stands in HTML, SVG and XML, attributes included. */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll(notInXml, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
