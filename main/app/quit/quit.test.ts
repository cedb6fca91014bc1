import { EventEmitter } from 'node:events'
import type { App } from 'electron'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { AppLog } from '../../logging/log.ts'
import { Quit, withDeadline } from './quit.ts'

class FakeApp extends EventEmitter {
  exitCode: number | null = null
  whenReady(): Promise<void> {
    return Promise.resolve()
  }
  exit(code: number): void {
    this.exitCode = code
  }
  quit(): void {
    this.emit('before-quit', { preventDefault: () => {} })
  }
}
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
afterEach(() => {
  vi.useRealTimers()
  for (const signal of signals) process.removeAllListeners(signal)
})

function makeQuit(steps: ConstructorParameters<typeof Quit>[0]['steps']) {
  const app = new FakeApp()
  const words = { homeFolder: '', userName: '', hostName: '' }
  const log = new AppLog({ file: null, minimumLevel: 'debug', privateWords: words, ringSize: 10, now: () => 0 })
  const quit = new Quit({ app: app as unknown as App, log, steps, stepDeadlineMs: 100, totalDeadlineMs: 250 })
  return { app, log, quit }
}

describe('quitting', () => {
  test('runs the steps in order, once, and then exits', async () => {
    const done: string[] = []
    const step = (name: string) => ({ name, run: async () => void done.push(name) })
    const { app } = makeQuit([step('sessions'), step('settings'), step('log')])
    app.quit()
    app.quit()
    await expect.poll(() => app.exitCode).toBe(0)
    expect(done).toEqual(['sessions', 'settings', 'log'])
  })

  test('is not held up by a step that never ends or fails, and says so', async () => {
    vi.useFakeTimers()
    const { app, log } = makeQuit([
      { name: 'hangs', run: () => new Promise(() => {}) },
      { name: 'fails', run: () => Promise.reject(new Error('no')) },
    ])
    app.quit()
    await vi.advanceTimersByTimeAsync(100)
    expect(app.exitCode).toBe(0)
    expect(log.recent(5).map((record) => record.fields)).toEqual([
      { step: 'hangs', outcome: 'late' },
      { step: 'fails', outcome: 'failed' },
    ])
  })

  test('on a signal goes the same way, and later signals change nothing', async () => {
    vi.useFakeTimers()
    const { app } = makeQuit([{ name: 'hangs', run: () => new Promise(() => {}) }])
    process.emit('SIGTERM')
    await vi.advanceTimersByTimeAsync(99)
    process.emit('SIGTERM')
    process.emit('SIGINT')
    expect(app.exitCode).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    expect(app.exitCode).toBe(0)
  })

  test('is over in the time there is for all steps, whatever each of them may take', async () => {
    vi.useFakeTimers()
    const done: string[] = []
    const hangs = { name: 'hangs', deadlineMs: 1000, run: () => new Promise<void>(() => {}) }
    const { app, quit } = makeQuit([hangs, hangs, { name: 'log', run: async () => void done.push('log') }])
    quit.endNow('session-end')
    await vi.advanceTimersByTimeAsync(350)
    expect(done).toEqual(['log'])
    expect(signals.map((signal) => process.listenerCount(signal))).toEqual([1, 1, 1])
    expect(app.exitCode).toBe(0)
  })
})

test('a step that ends in time is done', async () => {
  expect(await withDeadline({ name: 'quick', run: () => Promise.resolve() }, 1000)).toBe('done')
})
