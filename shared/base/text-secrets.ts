import { maskText, type CommandLinePiece } from './command-secrets.ts'

/*
 * Secrets in running text: addresses of requests, commands, log messages, messages of exceptions. Unlike a command line it has no
 * words of its own, so only what names itself is found:
 *
 *     https://user:SECRET@host     ?token=SECRET&       ;Password=SECRET;     "apiKey": "SECRET"     Authorization: Bearer SECRET
 */

const words = [
  'pass(?:word|wd|phrase)?',
  'pwd',
  'secret',
  // Names of assemblies, places in metadata, the parameter of half of all methods and what a method takes are no secrets.
  '(?<!publickey|metadata|cancellation)token',
  '(?:api|access|account|private|subscription)[-_]?key',
  'shared[-_]?access[-_]?(?:key|signature)',
  'credentials?',
  '(?<!method)signature',
  'sas|sig',
  'auth(?:orization)?',
  'cookie',
].join('|')
const name = `[\\w.-]*?(?:${words})["']?\\s*(?:=|:(?!//))\\s*`
/** A quote within is doubled or escaped. The closing one may be missing: long texts are cut. */
const quoted = `"(?:[^"\\\\]|\\\\[^]|"")*(?:"|\\\\?$)|'(?:[^']|'')*(?:'|$)`
const plain = `[^\\s;,&"'<>(){}[\\]]+`
const scheme = '(?:(?:bearer|basic|digest|negotiate)\\s+)'

/** Odd groups are shown, even ones hidden. */
const secret = new RegExp(
  [
    '(://[^\\s/:@]*:)([^\\s/@]+)(?=@)',
    // Of a connection string the value goes on to the next semicolon, blanks included.
    `(;\\s*${name})(${quoted}|[^;"'\\r\\n]+)`,
    // Of a scheme that is not known: the word behind it as well.
    `((?<![\\w.-])[\\w.-]*?authorization\\s*(?:=|:)\\s*(?!${scheme}))(${plain} ${plain})`,
    `((?<![\\w.-])${name}${scheme}?)(${quoted}|${plain})`,
    '([?&](?:key|code)=)([^\\s&"\'<>]+)',
    '(\\b(?:bearer|basic)\\s+)([\\w.~+/=-]{12,})',
  ].join('|'),
  'gi',
)
/** Most texts have none of these, and there may be a million of them. */
const maybe = /pass|pwd|secret|token|key|credential|sig|sas|auth|cookie|code=|bearer|basic|:\/\/[^\s/]*@/i

/** What may be shown and what looks like a secret; joined they are the whole text. Cost: linear in the length. */
export function splitSecrets(text: string): readonly CommandLinePiece[] {
  if (!maybe.test(text)) return [{ text, isSecret: false }]
  const pieces: CommandLinePiece[] = []
  let end = 0
  for (const match of text.matchAll(secret)) {
    const [shown = '', hidden = ''] = match.slice(1).filter((group) => group !== undefined)
    pieces.push({ text: text.slice(end, match.index) + shown, isSecret: false }, { text: hidden, isSecret: true })
    end = match.index + match[0].length
  }
  if (end < text.length || pieces.length === 0) pieces.push({ text: text.slice(end), isSecret: false })
  return pieces
}

export function maskSecrets(text: string): string {
  if (!maybe.test(text)) return text
  return splitSecrets(text)
    .map((piece) => (piece.isSecret ? maskText : piece.text))
    .join('')
}
