/** One piece of a command line; `isSecret` pieces are shown as dots until revealed. The pieces joined are the whole line. */
export interface CommandLinePiece {
  readonly text: string
  readonly isSecret: boolean
}

/** Dots say nothing about the length of what they stand for. */
export const maskText = '••••••••'

const secretWord =
  'pass(?:word|wd|phrase)?|pwd|secret|token|api[-_]?key|access[-_]?key|account[-_]?key|private[-_]?key|shared[-_]?access(?:[-_]?(?:key|signature))?|client[-_]?secret|credentials?|connection[-_]?strings?|sas|sig|auth(?:orization)?|bearer'

/** `--db-password`, `/token`, `-Secret`, `ConnectionStrings__Orders`, `Jwt:ClientSecret`: the secret word ends a part of the name. */
const secretOption = new RegExp(
  `^(?:--?|/)?(?:[\\w.:-]*[-_.:])?(?:${secretWord})(?:(?:__|:)[\\w.:-]+)?$|^(?:--?|/)[\\w.:-]*(?:${secretWord})$`,
  'i',
)
/** `name=value` or `/name:value`; the name may stand behind dashes, the value may be quoted. */
const equals = /^("?)((?:--?|\/)?[A-Za-z_][\w.:-]*)(=)(.*)$/s
const colon = /^("?)((?:--?|\/)?[A-Za-z_][\w.-]*)(:)(.*)$/s
/** Inside a value: `Password=...;` of a connection string, `user:secret@` of an address. */
const innerSecret = new RegExp(
  `((?:^|[;,&?\\s"'])(?:user\\s*)?(?:${secretWord})\\s*=\\s*)([^;,&\\s"']+)|(://[^\\s/:@]*:)([^\\s/@]+)(?=@)`,
  'gi',
)
/** What `secretOption` can match is made of these alone. Asked first, as it would try each secret word of any other text to its end. */
const optionName = /^\/?[\w.:-]+$/

/**
 * Splits a command line into what may be shown and what looks like a secret. Errs on the side of hiding; the full text is one
 * click away, so a false hit costs little. Cost: linear in the length (a 32 KB line takes about a millisecond).
 */
export function splitCommandLine(commandLine: string): readonly CommandLinePiece[] {
  const pieces: CommandLinePiece[] = []
  let isValueExpected = false
  for (const text of tokensOf(commandLine)) {
    if (/^\s+$/.test(text)) {
      push(pieces, text, false)
      continue
    }
    if (isValueExpected && !/^--?[A-Za-z]/.test(text)) push(pieces, text, true)
    else splitArgument(text, pieces)
    isValueExpected = isSecretSwitch(text)
  }
  return pieces
}

/** The line with its secrets replaced by dots, for copies and tooltips. */
export function maskCommandLine(commandLine: string): string {
  return splitCommandLine(commandLine)
    .map((piece) => (piece.isSecret ? maskText : piece.text))
    .join('')
}

/** Quoted text, a word with the quoted text inside it, white space, or a quote that nothing closes; joined, they are the whole line. */
function tokensOf(line: string): readonly string[] {
  const tokens: string[] = []
  const quotedEnd = quotes(line)
  let start = 0
  while (start < line.length) {
    let end = quotedEnd(start)
    if (end === start) end = runEnd(/\s*/y, line, start)
    if (end === start) end = wordEnd(line, start, quotedEnd)
    if (end === start) end += 1
    tokens.push(line.slice(start, end))
    start = end
  }
  return tokens
}

function wordEnd(line: string, start: number, quotedEnd: (at: number) => number): number {
  let end = runEnd(/[^\s"']*/y, line, start)
  for (let last = start; end > last;) {
    last = end
    end = runEnd(/[^\s"']*/y, line, quotedEnd(last))
  }
  return end
}

/**
 * Where the quoted text that starts at a place ends, or the place itself. What follows an escaped quote reads the same from there
 * as from the quote before it: where that one is not closed, none up to the same place is.
 */
function quotes(line: string): (at: number) => number {
  const unclosedTo = { '"': 0, "'": 0 }
  return (at) => {
    const quote = line[at]
    if ((quote !== '"' && quote !== "'") || at < unclosedTo[quote]) return at
    const end = runEnd(quote === '"' ? /(?:[^"\\]|\\.)*/y : /[^']*/y, line, at + 1)
    if (line[end] === quote) return end + 1
    unclosedTo[quote] = end
    return at
  }
}

/** Where what `run`, a sticky pattern that also matches nothing, matches from a place on ends. */
function runEnd(run: RegExp, line: string, from: number): number {
  run.lastIndex = from
  run.test(line)
  return run.lastIndex
}

function isSecretName(text: string): boolean {
  return optionName.test(text) && secretOption.test(text)
}

function isSecretSwitch(text: string): boolean {
  return /^--?[A-Za-z]/.test(text) && isSecretName(text)
}

function splitArgument(text: string, pieces: CommandLinePiece[]): void {
  const found = equals.exec(text) ?? colon.exec(text)
  if (found !== null) {
    const [, quote = '', name = '', sign = '', value = ''] = found
    if (value !== '' && isSecretName(name)) {
      push(pieces, quote + name + sign, false)
      push(pieces, value, true)
      return
    }
  }
  let end = 0
  for (const match of text.matchAll(innerSecret)) {
    const shown = match[1] ?? match[3] ?? ''
    push(pieces, text.slice(end, match.index) + shown, false)
    push(pieces, match[2] ?? match[4] ?? '', true)
    end = match.index + match[0].length
  }
  push(pieces, text.slice(end), false)
}

function push(pieces: CommandLinePiece[], text: string, isSecret: boolean): void {
  if (text === '') return
  const last = pieces.at(-1)
  if (last !== undefined && !last.isSecret && !isSecret)
    pieces[pieces.length - 1] = { text: last.text + text, isSecret }
  else pieces.push({ text, isSecret })
}
