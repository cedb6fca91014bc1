import fs from 'node:fs'
import type { App } from 'electron'
import { afterEach, expect, it, vi } from 'vitest'
import { becomeWindowless } from './windowless.ts'

const events = ['uncaughtException', 'unhandledRejection'] as const
const before = events.map((event) => process.listeners(event as 'uncaughtException'))
afterEach(() => {
  vi.restoreAllMocks()
  for (const [at, event] of events.entries())
    for (const listener of process.listeners(event as 'uncaughtException'))
      if (!before[at]!.includes(listener)) process.removeListener(event, listener)
})

function app() {
  const calls = { exit: vi.fn<(code: number) => void>(), setPath: vi.fn<(name: string, folder: string) => void>() }
  const whole = { ...calls, disableHardwareAcceleration: vi.fn(), on: vi.fn() }
  return { ...calls, whole: whole as unknown as App }
}

it('an app without a window exits with its code, and its folder is removed', () => {
  const { exit, setPath, whole } = app()
  const end = becomeWindowless(whole, 'pscope-test-')
  const [, folder = ''] = setPath.mock.calls[0] ?? []
  expect(fs.existsSync(folder)).toBe(true)
  end(3)
  expect(fs.existsSync(folder)).toBe(false)
  expect(exit.mock.calls).toEqual([[3]])
})

it('an app without a window also exits when its folder can’t be removed', () => {
  const { exit, setPath, whole } = app()
  const end = becomeWindowless(whole, 'pscope-test-')
  const remove = vi.spyOn(fs, 'rmSync').mockImplementation(() => {
    throw Object.assign(new Error('in use'), { code: 'EBUSY' })
  })
  end(0)
  remove.mockRestore()
  expect(exit.mock.calls).toEqual([[0]])
  fs.rmSync(setPath.mock.calls[0]![1], { recursive: true })
})
