import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './setup/paths.mjs'

/** Folders whose code has no words of its own: they are in the tables beside it. */
const folders = [
  'app',
  'bridge',
  'canvas',
  'commands',
  'documents',
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
  'store',
  'ui',
]

/** Tables of words, and what only tests use. */
const tables = /(^|[/-])(labels|words)\.ts$|\.test\.tsx?$|\.test-support\.ts$|(^|\/)testing\.ts$/

/** Names of keys, files, formats and units, commands and quantities: the same in every language. */
const names = /^(Enter|JSON|REDACTION\.md|speedscope|pprof|Chromium trace|GiB|ms|\d+ \w+|dotnet(-\w+)? .*)$/

const between = />([^<>{}=;()]*[A-Za-z]{2}[^<>{}=;()]*)<\//g
const attribute = /\s(?:aria-label|title|label|text|hint|empty|unit|detail)="([^"]+)"/g
const placeholder = /\splaceholder="([^"]* [^"]*)"/g
const property =
  /\b(?:title|label|text|hint|empty|note|meaning|message|phase|reason)(?::| =) ['`]([^'`]*[A-Za-z]{2}[^'`]*)['`]/g
const argument = /\b(?:reportAs|copyText|copy)\((?:[^()']|\([^()]*\))*['`]([^'`]*)['`]\)/g
/** A sentence, or the beginning of one, wherever it stands. */
const sentence = /(?<!Error\()['`"]([A-Z][a-z’]+(?:[,:]? [^'`"\n]*[A-Za-z]{2}|[^'`"\n ]*’)[^'`"\n]*)['`"]/g
const line = /^[ \t]*([A-Z][^=;{}()<>:\n]*[ \t][^=;{}()<>:\n]*)$/gm

/** @param {string} text */
function isWords(text) {
  return /[A-Za-z]{2}/.test(text.replaceAll(/\$\{[^}]*\}?/g, '')) && !names.test(text)
}

/**
 * @param {string} source
 * @param {boolean} [isComponent]
 */
function wordsOf(source, isComponent = true) {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|^import [^']*'.*$/gm, '')
  const textsOf = (/** @type {readonly RegExp[]} */ patterns) =>
    patterns.flatMap((pattern) => [...code.matchAll(pattern)].map(([, text]) => (text ?? '').trim()).filter(isWords))
  const markup = isComponent ? textsOf([between, attribute, placeholder, line]) : []
  // Outside of components a single small word is an identifier.
  const properties = textsOf([property]).filter((text) => isComponent || /^[A-Z]| /.test(text))
  return [...new Set([...markup, ...properties, ...textsOf([argument, sentence])])]
}

describe('components', () => {
  it('are seen to have words of their own', () => {
    const component = '<p title="Of all">Some words</p>\n  Nothing here\n  { label: \'By type\' }'
    expect(wordsOf(component)).toEqual(['Some words', 'Of all', 'Nothing here', 'By type'])
    expect(wordsOf("copyText(String(pid), 'PID copied')")).toEqual(['PID copied'])
    const model = "if (isOld) return 'The process has exited.'\nthrow new Error('Nobody sees this')"
    expect(wordsOf(model, false)).toEqual(['The process has exited.'])
  })

  it.each(folders)('of %s take their words from a table', (name) => {
    const folder = path.join(root, 'renderer', name)
    const found = fs
      .readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !tables.test(name.replaceAll('\\', '/')))
      .flatMap((name) =>
        wordsOf(fs.readFileSync(path.join(folder, name), 'utf8'), name.endsWith('x')).map((text) => `${name}: ${text}`),
      )
    expect(found).toEqual([])
  })
})
