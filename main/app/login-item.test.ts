import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { autostartFile } from './login-item.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-login-'))
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

it('Pipescope starts at login through a desktop entry, and no longer without it', () => {
  const file = path.join(folder, 'autostart', 'pipescope.desktop')
  const item = autostartFile(file, ['/opt/Pipe scope/pipescope', '--background'])
  expect(item.startsAtLogin()).toBe(false)
  expect(item.setStartsAtLogin(true)).toMatchObject({ ok: true })
  expect(fs.readFileSync(file, 'utf8')).toContain('\nExec="/opt/Pipe scope/pipescope" "--background"\n')
  expect(autostartFile(file, []).startsAtLogin()).toBe(true)
  expect(item.setStartsAtLogin(false)).toMatchObject({ ok: true })
  expect(fs.existsSync(file)).toBe(false)
})

it('says so when the folder cannot be written', () => {
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(path.join(folder, 'autostart'), '')
  const item = autostartFile(path.join(folder, 'autostart', 'pipescope.desktop'), [])
  expect(item.setStartsAtLogin(true)).toMatchObject({ ok: false, error: { kind: 'io' } })
})
