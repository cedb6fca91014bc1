import type { BrowserWindow, MessageBoxOptions } from 'electron'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Questions } from './questions.ts'

const window = {} as BrowserWindow
afterEach(() => vi.useRealTimers())
const question = { verb: 'Attach', message: 'Attach the profiler?', detail: 'libprofiler.so into orders-api (4121)' }

function setUp(respond: () => Promise<number> = () => Promise.resolve(0)) {
  const shown: MessageBoxOptions[] = []
  const clock = { nowMs: 0 }
  const questions = new Questions(
    async (_window, options) => {
      shown.push(options)
      return { response: await respond() }
    },
    () => clock.nowMs,
  )
  return { shown, clock, questions }
}

describe('a native question', () => {
  test('has the verb first, and Cancel for Enter, Esc and closing', async () => {
    const { shown, questions } = setUp()
    expect(await questions.ask(window, question)).toBe(true)
    expect(shown).toEqual([expect.objectContaining({ buttons: ['Attach', 'Cancel'], defaultId: 1, cancelId: 1 })])
    expect(shown[0]).toMatchObject({ message: question.message, detail: question.detail })
  })

  test('is declined unseen while another one is open', async () => {
    const person: { answer?: (response: number) => void } = {}
    const { shown, questions } = setUp(() => new Promise((resolve) => (person.answer = resolve)))
    const first = questions.ask(window, question)
    expect(await questions.ask(window, { ...question, message: 'Another?' })).toBe(false)
    person.answer?.(0)
    expect(await first).toBe(true)
    expect(shown).toHaveLength(1)
  })

  test('doesn’t come back right after Cancel', async () => {
    const { shown, clock, questions } = setUp(() => Promise.resolve(1))
    expect(await questions.ask(window, question)).toBe(false)
    expect(await questions.ask(window, question)).toBe(false)
    expect(shown).toHaveLength(1)
    clock.nowMs = 2000
    await questions.ask(window, question)
    expect(shown).toHaveLength(2)
  })

  test('comes back after Cancel when the clock was set back meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    const show = vi.fn(() => Promise.resolve({ response: 1 }))
    const questions = new Questions(show)
    await questions.ask(window, question)
    vi.setSystemTime(Date.now() - 3_600_000)
    vi.advanceTimersByTime(2000)
    await questions.ask(window, question)
    expect(show).toHaveBeenCalledTimes(2)
  })

  test('that cannot be shown leaves room for the next', async () => {
    const { questions } = setUp(() => Promise.reject(new Error('window gone')))
    await expect(questions.ask(window, question)).rejects.toThrow('window gone')
    await expect(questions.ask(window, question)).rejects.toThrow('window gone')
  })
})
