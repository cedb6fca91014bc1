import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './setup/paths.mjs'

/** Where main asks for the system it runs on: docs/platforms.md lists each place and the test that runs what differs. */
const asks = /process\.platform|(?<![\w.])os\.platform\(\)/g

function askingFiles() {
  const files = fs
    .readdirSync(path.join(root, 'main'), { recursive: true, encoding: 'utf8' })
    .map((file) => `main/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('/testing/'))
  const counted = files.map((file) => ({
    file,
    count: [...fs.readFileSync(path.join(root, file), 'utf8').matchAll(asks)].length,
  }))
  return new Map(counted.filter(({ count }) => count > 0).map(({ file, count }) => [file, count]))
}

function listedFiles() {
  const text = fs.readFileSync(path.join(root, 'docs/platforms.md'), 'utf8')
  const rows = [...text.matchAll(/^\| (main\/\S+)\s+\| (\d+)\s+\|[^|]+\|([^|]+)\|$/gm)]
  return rows.map(([, file = '', count, runBy = '']) => ({ file, count: Number(count), runBy }))
}

test('every place of main that asks for the system is listed in docs/platforms.md, as often as it asks', () => {
  const listed = new Map(listedFiles().map(({ file, count }) => [file, count]))
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(askingFiles()))
})

test('each of them names a test that is there', () => {
  const rows = listedFiles()
  expect(rows.length).toBeGreaterThan(30)
  for (const { file, runBy } of rows) {
    const tests = [...runBy.matchAll(/`(main\/[^`]+\.test\.ts)`/g)].map((match) => match[1] ?? '')
    const found = tests.filter((named) => fs.existsSync(path.join(root, named)))
    expect({ file, tests: found }).toEqual({ file, tests })
    expect({ file, isTested: found.length > 0 }).toEqual({ file, isTested: true })
  }
})
