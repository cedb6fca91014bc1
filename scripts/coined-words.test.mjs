import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './setup/paths.mjs'

/**
 * Words that .NET developers do not use, or that read as translated, with what to write instead. They are looked for in the texts of the
 * page: string literals, templates and JSX text; comments, imports and tests may use any word.
 */
/** @type {readonly (readonly [RegExp, string])[]} */
const coined = [
  [/\bgoes on\b|\bgo on\b/i, 'continues, resumes'],
  [/\bcalled off\b/i, 'cancelled'],
  [/\bto know\b/i, 'note'],
  [/\bHold to\b/, 'a verb with an ellipsis; main asks'],
  [/\bWhere does time go\b/i, 'Where is time spent?'],
  [/\bWhat allocates\b/i, 'What is allocating?'],
  [/\bby hand\b/i, 'manually'],
  [/\bNot told\b|\bnot said\b/i, 'Not recorded, Unknown'],
  [/\bnot asked for\b/i, 'not recorded'],
  [/\bdump writer\b/i, 'createdump'],
  [/\bits end is told\b/i, 'you’ll be notified when it finishes'],
  [/\bas the process takes it\b/i, 'as the process sees it'],
  [/\bprocessor time\b/i, 'CPU time'],
  [/\bBegun\b/, 'Started'],
  [/\bFirst at\b|\bLast at\b/, 'First, Last'],
  [/\bMessage of the first\b/, 'First message'],
  [/\bWaiter\b/, 'Waiting method'],
  [/\bWait for me\b/, 'Hold until I resume it'],
  [/\bcould not be (shown|understood|opened|saved|done|revoked)\b/i, 'Couldn’t show …'],
  [/\bOwn diagnostics\b/, 'Pipescope diagnostics'],
  [/\bof ours\b/, 'in Pipescope'],
  [/\b(is|was|are|were|not) told\b/i, 'notified, reported'],
  [/\bNot there\b/, 'Not found'],
  [/\bas it was\b/, 'unchanged, not affected'],
  [/\bcame by\b/i, 'connected through'],
  [/\busual folder\b/i, 'default folder'],
  [/\bclass ids?\b/i, 'CLSID'],
]

/** Folders whose words were swept. A new feature belongs here from its first line. */
const swept = [
  'main/app',
  'main/diagnostics',
  'main/inspect',
  'main/ipc',
  'main/protocol',
  'renderer/app',
  'renderer/commands',
  'renderer/ui',
  'renderer/features',
]

/** @type {ReadonlyMap<string, string>} */
const allowed = new Map()

/** @param {string} folder */
function filesOf(folder) {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name))
    .map((name) => `${folder}/${name}`)
}

/**
 * What a person may read of a source file, by line. No parser: a line of words between tags counts, and so does what stands in quotes.
 * @param {string} source
 */
function textsOf(source) {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '))
  return code.split('\n').flatMap((line, at) => {
    const bare = line.replace(/(^|\s)\/\/.*$/, '')
    if (/^\s*(import|export .* from)\b/.test(bare)) return []
    const quoted = bare.match(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`?/g) ?? []
    const isProse = /^\s*[A-Z][^=;{}()]*\s[^=;{}()]*$/.test(bare)
    return [...quoted, ...(isProse ? [bare.trim()] : [])].map((text) => ({ line: at + 1, text }))
  })
}

describe('words on screen', () => {
  const texts = swept.flatMap((folder) =>
    filesOf(folder).flatMap((file) =>
      textsOf(fs.readFileSync(path.join(root, file), 'utf8')).map((found) => ({ file, ...found })),
    ),
  )

  it('are found at all', () => {
    expect(texts.length).toBeGreaterThan(500)
  })

  it.each(coined)('do not say %s', (pattern, better) => {
    const found = texts
      .filter(({ text }) => pattern.test(text) && !allowed.has(text))
      .map(({ file, line, text }) => `${file}:${line} ${text} (better: ${better})`)
    expect(found).toEqual([])
  })
})
