import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './setup/paths.mjs'

const folder = path.join(root, 'renderer')

/** @returns lines of style sheets, as `file: line` */
function linesWith(/** @type {RegExp} */ pattern) {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) => {
      const text = fs.readFileSync(path.join(folder, file), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '')
      return text.split('\n').flatMap((line) => (pattern.test(line) ? [`${file}: ${line.trim()}`] : []))
    })
}

// It may match in any list of the page: each row that comes or goes has all that stands in its list styled anew.
test('no style is of whatever follows something else', () => {
  expect(linesWith(/[+~]\s*(?:\*|:)/)).toEqual([])
})

// `1 1 auto` lays out a whole table once more, at each level, to learn how high it would be: 4 ms for each letter in a field beside it.
test('what has the rest of a document’s height is not measured by its content first', () => {
  const files = ['app/shell.module.css', 'ui/layout/screen.module.css', 'features/trace/trace-screen.module.css']
  const measured = files.flatMap((file) =>
    fs
      .readFileSync(path.join(folder, file), 'utf8')
      .split('}')
      .filter((rule) => rule.includes('min-height: 0;') && rule.includes('flex: 1 1 auto;'))
      .map((rule) => `${file}: ${rule.trim()}`),
  )
  expect(measured).toEqual([])
})
