import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { npmRun } from './fixture/npm-command.ts'
import { expect, test } from './fixture/test.ts'

let folder = ''
test.beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-commands-'))
})
test.afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

test('set-up can be repeated: one line of result on stdout, one line for each step on stderr', async () => {
  const outcome = await npmRun('setup', [], folder)
  expect(outcome.stdout).toMatch(/^Ready: Electron \S+, app built in out\/\n$/)
  expect(outcome.exitCode).toBe(0)
  for (const step of ['dependencies', 'Electron', 'system libraries', 'build', '.NET SDK']) {
    expect(outcome.stderr).toMatch(new RegExp(`^  ${step} +.* \\(\\d+\\.\\d+ s\\)$`, 'm'))
  }
})

test('start refuses what it does not understand, with the way to call it', async () => {
  const outcome = await npmRun('start', ['--nonsense'], folder)
  expect(outcome.exitCode).toBe(64)
  expect(outcome.stdout).toBe('')
  expect(outcome.stderr).toContain('--nonsense')
  expect(outcome.stderr).toContain('Usage: npm start')
})

test('start refuses an invalid process ID', async () => {
  const outcome = await npmRun('start', ['--tour', 'tour', '--pid', 'twelve'], folder)
  expect(outcome.exitCode).toBe(64)
  expect(outcome.stderr).toContain('--pid needs a process id, not "twelve"')
  expect(fs.readdirSync(folder)).toEqual([])
})
