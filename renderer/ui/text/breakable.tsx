import { Fragment } from 'react'

/**
 * Behind a slash, an equals sign or an angle bracket, behind other signs and dashes within a word, and before the dot of a name. Never within a
 * number, nor before the dot of a sentence.
 */
const joints =
  /(?<=[/\\=<])(?=.)|(?<=[,;:])(?=[^\d\s])|(?<=[A-Za-z0-9][-_])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9_>\])`])(?=\.[A-Za-z_<])/

/** Text that goes on in the next line where a name has a joint, so that `.dll` does not lose its last letter to one. */
export function Breakable({ text }: { readonly text: string }) {
  return text.split(joints).map((piece, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- a piece has no identity but its place
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {piece}
    </Fragment>
  ))
}
