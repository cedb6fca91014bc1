import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../setup/paths.mjs'
import { noticesOf, styledPackages } from './third-party-notices.mjs'

const modules = path.join(root, 'node_modules')

it('hands on the text of each license, with the name and version it is for', () => {
  const text = noticesOf(['@fontsource-variable/inter', 'react'], modules)
  const { version } = JSON.parse(fs.readFileSync(path.join(modules, 'react/package.json'), 'utf8'))
  expect(text).toContain(`\nreact ${version} (MIT)\n\n`)
  expect(text).toContain(fs.readFileSync(path.join(modules, 'react/LICENSE'), 'utf8').trim())
  expect(text).toContain('SIL OPEN FONT LICENSE')
})

it('knows the fonts and colors that only styles import', () => {
  const names = new Set(styledPackages(path.join(root, 'renderer')))
  expect(names).toEqual(
    new Set(['@radix-ui/colors', '@fontsource-variable/inter', '@fontsource-variable/jetbrains-mono']),
  )
})

it('makes no package without the license of what is in it', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-notices-'))
  try {
    fs.mkdirSync(path.join(folder, 'bare'))
    fs.writeFileSync(path.join(folder, 'bare/package.json'), '{"version":"1.0.0","license":"MIT"}')
    expect(() => noticesOf(['bare'], folder)).toThrow('bare has no license text')
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
})
