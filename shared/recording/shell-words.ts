/** One word of a command line with where it begins in the text. */
export interface ShellWord {
  readonly text: string
  readonly at: number
}

export type ShellWords =
  | { readonly ok: true; readonly words: readonly ShellWord[] }
  | { readonly ok: false; readonly at: number; readonly quote: string }

/**
 * Words of a POSIX shell line: blanks part them, single quotes take everything, double quotes let a backslash escape `"`, `\`, `$`
 * and backquote, outside a backslash takes the next character; a backslash (or ^, or backquote) at the end of a line joins it with
 * the next one. Nothing is expanded.
 */
export function splitShellWords(text: string): ShellWords {
  const words: ShellWord[] = []
  let word = ''
  let at = -1
  let index = 0
  const begin = () => {
    if (at < 0) at = index
  }
  while (index < text.length) {
    const char = text[index]!
    if (/\s/.test(char)) {
      if (at >= 0) words.push({ text: word, at })
      word = ''
      at = -1
      index += 1
    } else if (char === "'") {
      begin()
      const end = text.indexOf("'", index + 1)
      if (end < 0) return { ok: false, at: index, quote: "'" }
      word += text.slice(index + 1, end)
      index = end + 1
    } else if (char === '"') {
      begin()
      const quoted = readDoubleQuoted(text, index)
      if (quoted === null) return { ok: false, at: index, quote: '"' }
      word += quoted.text
      index = quoted.end
    } else if ((char === '\\' || char === '^' || char === '`') && /^\r?\n/.test(text.slice(index + 1, index + 3))) {
      index += text[index + 1] === '\r' ? 3 : 2
    } else if (char === '\\') {
      begin()
      word += text[index + 1] ?? ''
      index += 2
    } else {
      begin()
      word += char
      index += 1
    }
  }
  if (at >= 0) words.push({ text: word, at })
  return { ok: true, words }
}

function readDoubleQuoted(text: string, start: number): { readonly text: string; readonly end: number } | null {
  let inner = ''
  for (let index = start + 1; index < text.length; index += 1) {
    const char = text[index]!
    if (char === '"') return { text: inner, end: index + 1 }
    if (char === '\\' && /["\\$`]/.test(text[index + 1] ?? '')) {
      index += 1
      inner += text[index]!
    } else inner += char
  }
  return null
}

/** As one word of a POSIX shell. */
export function quoteShellWord(word: string): string {
  if (/^[A-Za-z0-9_\-./:,=@%+]+$/.test(word)) return word
  return `'${word.replaceAll("'", `'\\''`)}'`
}
