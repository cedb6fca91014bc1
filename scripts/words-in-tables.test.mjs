import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './setup/paths.mjs'

/** Folders whose components have no words of their own: they are in the tables beside them. A folder that was moved belongs here. */
const folders = [
  'app',
  'features/advanced',
  'features/app-diagnostics',
  'features/cases',
  'features/connections',
  'features/console',
  'features/dumps',
  'features/files',
  'features/flight',
  'features/heap',
  'features/jobs',
  'features/live',
  'features/processes',
  'features/record',
  'features/rules',
  'features/settings',
  'features/startup',
  'features/trace',
  'ui',
]

/** Components, menus, and what says how an action ended. Other files without components are tables of words themselves, or have none. */
const mayHoldWords = /\.tsx$|(^|[/-])(actions|commands|entries|exports|menu|notices)\.ts$/

/** Names of keys, files, formats and units, commands and quantities: the same in every language. */
const names = /^(Enter|JSON|REDACTION\.md|speedscope|pprof|Chromium trace|GiB|ms|\d+ \w+|dotnet(-\w+)? .*)$/

const between = />([^<>{}=;()]*[A-Za-z]{2}[^<>{}=;()]*)<\//g
const attribute = /\s(?:aria-label|title|label|text|hint|empty|unit|detail)="([^"]+)"/g
const placeholder = /\splaceholder="([^"]* [^"]*)"/g
const property = /\b(?:title|label|text|hint|empty)(?::| =) ['`]([^'`]*[A-Za-z]{2}[^'`]*)['`]/g
const argument = /\b(?:reportAs|copyText|copy)\((?:[^()']|\([^()]*\))*['`]([^'`]*)['`]\)/g
const line = /^[ \t]*([A-Z][^=;{}()<>:\n]*[ \t][^=;{}()<>:\n]*)$/gm

/** @param {string} text */
function isWords(text) {
  return /[A-Za-z]{2}/.test(text.replaceAll(/\$\{[^}]*\}?/g, '')) && !names.test(text)
}

/** @param {string} source */
function wordsOf(source) {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|^import [^']*'.*$/gm, '')
  return [between, attribute, placeholder, property, argument, line].flatMap((pattern) =>
    [...code.matchAll(pattern)].map(([, text]) => (text ?? '').trim()).filter(isWords),
  )
}

describe('components', () => {
  it('are seen to have words of their own', () => {
    const component = '<p title="Of all">Some words</p>\n  Nothing here\n  { label: \'By type\' }'
    expect(wordsOf(component)).toEqual(['Some words', 'Of all', 'By type', 'Nothing here'])
    expect(wordsOf("copyText(String(pid), 'PID copied')")).toEqual(['PID copied'])
  })

  it.each(folders)('of %s take their words from a table', (name) => {
    const folder = path.join(root, 'renderer', name)
    const found = fs
      .readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(
        (name) => mayHoldWords.test(name) && !name.endsWith('.test.tsx') && path.basename(name) !== 'document.tsx',
      )
      .flatMap((name) => wordsOf(fs.readFileSync(path.join(folder, name), 'utf8')).map((text) => `${name}: ${text}`))
    expect(found).toEqual([])
  })
})
