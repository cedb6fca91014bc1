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
  [/\}s\b/, 'both words whole: countOf(count, one, many)'],
  // One spelling: that of the .NET documentation. Names in code are not texts.
  [
    /\w*(?:colour|behaviour|neighbour|favour|honour)\w*|\bcent(?:re|red)\b|\bgrey\b|\blicence\b/i,
    'American spelling: color, center, gray',
  ],
  [
    /\b(?:recogni|optimi|organi|summari|synchroni|seriali|initiali|maximi|minimi|normali|categori|prioriti)s(?:e|ed|es|ing|ation)\b/i,
    'American spelling: -ize',
  ],
  [/\b(?:analyse[sd]?|analysing|labelled|labelling|catalogue)\b/i, 'American spelling: analyze, labeled, catalog'],
]

/** Folders whose words were swept. A new feature belongs here from its first line. */
const swept = ['main', 'renderer', 'shared']

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
 * What a person may read of a source file, by line. No parser: a line of words between tags counts, and so does what stands in quotes and is no
 * name in code or path.
 * @param {string} source
 */
function textsOf(source) {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '))
  return code.split('\n').flatMap((line, at) => {
    const bare = line.replace(/(^|\s)\/\/.*$/, '')
    if (/^\s*(import|export .* from)\b/.test(bare)) return []
    const quoted = bare.match(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`?/g) ?? []
    const isProse = /^\s*[A-Z][^=;{}()]*\s[^=;{}()]*$/.test(bare)
    const texts = quoted.filter((text) => !/^(['"`])[a-z.][\w./-]*\1$/.test(text))
    return [...texts, ...(isProse ? [bare.trim()] : [])].map((text) => ({ line: at + 1, text }))
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

describe('documents', () => {
  const spelling = coined.filter(([, better]) => better.startsWith('American'))
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    ...markdownOf('docs'),
    ...swept.flatMap(markdownOf),
  ]

  it('have one spelling', () => {
    const found = documents.flatMap((file) => {
      // Names in code keep theirs.
      const prose = fs.readFileSync(path.join(root, file), 'utf8').replaceAll(/```[\s\S]*?```|`[^`]*`|\]\([^)]*\)/g, '')
      return spelling.flatMap(([pattern, better]) => {
        const word = pattern.exec(prose)?.[0]
        return word === undefined ? [] : [`${file}: ${word} (${better})`]
      })
    })
    expect(documents.length).toBeGreaterThan(100)
    expect(found).toEqual([])
  })
})

/** @param {string} folder */
function markdownOf(folder) {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)
}
