import { expect, test } from 'vitest'
import { quoteShellWord, splitShellWords } from './shell-words.ts'

function wordsOf(text: string) {
  const split = splitShellWords(text)
  return split.ok ? split.words.map((word) => word.text) : split
}

test('each word knows where it begins, quoted or not', () => {
  expect(splitShellWords(`a  'b c' "d"x \\e`)).toEqual({
    ok: true,
    words: [
      { text: 'a', at: 0 },
      { text: 'b c', at: 3 },
      { text: 'dx', at: 9 },
      { text: 'e', at: 14 },
    ],
  })
})

test('a word of several parts begins at the first', () => {
  expect(splitShellWords(`'a'b"c"\\d`)).toEqual({ ok: true, words: [{ text: 'abcd', at: 0 }] })
})

test('quoted and plain parts beside each other are one word', () => {
  expect(wordsOf(`a'b'"c"d`)).toEqual(['abcd'])
  expect(wordsOf(`'' ""`)).toEqual(['', ''])
})

test.each(['\\', '^', '`'])('a %s at the end of a line joins it with the next one', (joint) => {
  expect(wordsOf(`one ${joint}\ntwo`)).toEqual(['one', 'two'])
  expect(wordsOf(`one ${joint}\r\ntwo`)).toEqual(['one', 'two'])
  expect(wordsOf(`on${joint}\r\ne`)).toEqual(['one'])
})

test('in the middle of a line ^ and ` are ordinary, and a backslash takes the next character', () => {
  expect(wordsOf('a^b `c')).toEqual(['a^b', '`c'])
  expect(wordsOf(`a^b\nc ^x\n`)).toEqual(['a^b', 'c', '^x'])
  expect(wordsOf('a\\ b \\"c end\\')).toEqual(['a b', '"c', 'end'])
})

test('in double quotes a backslash escapes quote, backslash, dollar and backquote, and is itself before anything else', () => {
  expect(wordsOf('"a\\"b\\\\c\\$d\\`e"')).toEqual(['a"b\\c$d`e'])
  expect(wordsOf('"C:\\temp"')).toEqual(['C:\\temp'])
})

test('an open quote is found where it begins', () => {
  expect(wordsOf(`one 'two`)).toEqual({ ok: false, at: 4, quote: "'" })
  expect(wordsOf('one "two')).toEqual({ ok: false, at: 4, quote: '"' })
  expect(wordsOf('one "two\\"')).toEqual({ ok: false, at: 4, quote: '"' })
  expect(wordsOf('"')).toEqual({ ok: false, at: 0, quote: '"' })
})

test('a word is quoted only where a shell would change it', () => {
  expect(quoteShellWord('Microsoft-Windows-DotNETRuntime:0x1:4')).toBe('Microsoft-Windows-DotNETRuntime:0x1:4')
  expect(quoteShellWord('a b')).toBe("'a b'")
  expect(quoteShellWord('it$')).toBe("'it$'")
  expect(quoteShellWord("it's")).toBe(`'it'\\''s'`)
  expect(quoteShellWord('')).toBe("''")
})
