import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskCommandLine, maskText, splitCommandLine } from './command-secrets.ts'

describe('secrets in command lines', () => {
  it.each([
    ['app --password hunter2 --port 80', `app --password ${maskText} --port 80`],
    ['app --db-password=hunter2', `app --db-password=${maskText}`],
    ['app /token:abc', `app /token:${maskText}`],
    ['app --apiKey abc', `app --apiKey ${maskText}`],
    ['app --ConnectionStrings:Orders=Server=db', `app --ConnectionStrings:Orders=${maskText}`],
    ['app "Server=db;User=sa;Password=p w;"', `app "Server=db;User=sa;Password=${maskText} w;"`],
    ['app --url https://mara:secret@example.org/x', `app --url https://mara:${maskText}@example.org/x`],
    ['app --client-secret "two words" x', `app --client-secret ${maskText} x`],
    ['app GITHUB_TOKEN=abc', `app GITHUB_TOKEN=${maskText}`],
    ['app --token a"b c"\'d e\' f', `app --token ${maskText} f`],
    ['app "open \\" --token abc', `app "open \\" --token ${maskText}`],
    ['app https://x.org/?sig=abc&v=1', `app https://x.org/?sig=${maskText}&v=1`],
  ])('hides the secret of %s', (line, masked) => {
    expect(maskCommandLine(line)).toBe(masked)
  })

  it.each([
    '/usr/bin/dotnet exec Orders.dll --urls http://localhost:5080',
    'C:\\apps\\Passwords\\app.exe --port 80',
    'app --password --verbose',
    'app --tokenizer fast',
    'app --author mara',
  ])('shows the whole of %s', (line) => {
    expect(maskCommandLine(line)).toBe(line)
  })

  it('loses no character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (line) => {
        expect(
          splitCommandLine(line)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(line)
      }),
    )
  })

  it('takes a 60,000 character line in its stride', () => {
    const line = `app ${'x'.repeat(30_000)} --password=${'y'.repeat(30_000)}`
    expect(maskCommandLine(line)).toHaveLength(4 + 30_000 + 12 + maskText.length)
  })

  // Each of them took minutes while the rest of the line was read again from each quote and from each secret word.
  it.each([
    ['quotes that nothing closes', `"${String.raw`\"`.repeat(200_000)}`, 400_001],
    ['secret words in what is no name', `--${'pass:'.repeat(100_000)}!`, 7 + maskText.length],
  ])('reads a line of %s once', (_, line, length) => {
    expect(maskCommandLine(line)).toHaveLength(length)
  })
})
