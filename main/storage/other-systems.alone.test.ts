import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { onPlatform } from '../os/testing/on-platform.ts'
import { openApplicationKey } from './application-key.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'key-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

it('the mode of the key is left alone on Windows, where it says nothing', async () => {
  const name = openApplicationKey(folder)('app')
  const file = path.join(folder, 'installation.key')
  fs.chmodSync(file, 0o644)
  expect(await onPlatform('win32', () => openApplicationKey(folder)('app'))).toBe(name)
  expect(fs.statSync(file).mode & 0o777).toBe(0o644)
})
