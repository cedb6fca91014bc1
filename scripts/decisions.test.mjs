import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './setup/paths.mjs'

/** Decision pages, the references to them, and the links between documents. */
const decisionsFolder = path.join(root, 'docs', 'decisions')
const rooms = 'bench docs e2e fixtures fuzz helpers main matrix preload renderer samples scripts shared'.split(' ')
const headings = ['## Context', '## Decision', '## Alternatives', '## Status']

const pages = fs.readdirSync(decisionsFolder).filter((name) => /^\d{4}-.+\.md$/.test(name))
const numbers = new Set(pages.map((name) => name.slice(0, 4)))
const index = fs.readFileSync(path.join(decisionsFolder, 'README.md'), 'utf8')
const listed = index.slice(0, index.indexOf('## Adding a page'))
const formerNumbers = new Map(
  [...index.matchAll(/^\| \[(\d{4})\]\S+ +\| ([\d, ]+)\|$/gm)].flatMap(([, page, former]) =>
    (former ?? '').split(',').map((number) => [number.trim(), page ?? '']),
  ),
)

/** Paths from the root on, with `/`. */
function sources() {
  const inRooms = rooms.flatMap((room) =>
    fs
      .readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' })
      .map((file) => `${room}/${file.replaceAll('\\', '/')}`)
      .filter((file) => !/\/(node_modules|bin|obj)\//.test(file)),
  )
  return [...fs.readdirSync(root), ...inRooms].filter((file) => /\.(tsx?|mjs|md|cs|css|c)$/.test(file))
}

/** @param {string} file */
function read(file) {
  return fs.readFileSync(path.join(root, file), 'utf8')
}

test('every decision page has the four headings in their order', () => {
  const wrong = pages.filter((name) => {
    const found = read(`docs/decisions/${name}`).match(/^## .+$/gm) ?? []
    return found.join() !== headings.join()
  })
  expect(wrong).toEqual([])
})

test('the index lists every decision page', () => {
  expect(pages.filter((name) => !listed.includes(`](${name})`))).toEqual([])
})

test('no two decision pages share a number, and no former number is used again', () => {
  expect(numbers.size).toBe(pages.length)
  expect(formerNumbers.size).toBeGreaterThan(50)
  expect([...formerNumbers.keys()].filter((number) => numbers.has(number))).toEqual([])
})

test('every reference to a decision names a page that exists', () => {
  const unknown = sources().flatMap((file) =>
    [...read(file).matchAll(/\bdecisions?[/ ](\d{4})\b((?:(?:, | and )\d{4}\b)*)/g)]
      .flatMap(([, first, others]) => [first ?? '', ...((others ?? '').match(/\d{4}/g) ?? [])])
      .filter((number) => !numbers.has(number))
      .map((number) => `${file}: ${number} is ${formerNumbers.get(number) ?? 'no page'}`),
  )
  expect(unknown).toEqual([])
})

test('links between documents lead to files that exist', () => {
  const broken = sources()
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      [...read(file).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
        .map(([, target]) => target ?? '')
        .filter((target) => !/^[a-z]+:/.test(target))
        .filter((target) => !fs.existsSync(path.join(root, path.dirname(file), target)))
        .map((target) => `${file}: ${target}`),
    )
  expect(broken).toEqual([])
})
