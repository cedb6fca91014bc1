import { describe, expect, test } from 'vitest'
import type { LiveProblem } from '../../../shared/model/live.ts'
import { exitWords, problemWords } from './problem-words.ts'

describe('words for problems of a live view', () => {
  test.each([
    [{ kind: 'meters-taken', sessionId: 'abc', canJoin: true }, 'abc', 'join-shared'],
    [{ kind: 'meters-taken', sessionId: 'abc', canJoin: false }, 'abc', null],
    [{ kind: 'meters-unsupported', runtimeVersion: '6.0.36' }, '6.0.36', null],
    [{ kind: 'session-refused', limit: 64 }, '64', 'retry'],
    [{ kind: 'slow-link', machine: 'web-1', askedMs: 250, intervalMs: 1000 }, 'arrive every 1 s until', null],
    [{ kind: 'series-limit', limit: 1000 }, '1\u2009000', null],
    [{ kind: 'open-failed', error: { kind: 'timeout', operation: 'x', timeoutMs: 1 } }, 'keeps retrying', 'retry'],
    [{ kind: 'open-failed', error: { kind: 'locked-up', silentMs: 30_000 } }, 'is kept. If the process', 'retry'],
    [{ kind: 'stream-too-costly', offset: 812 }, 'more work than its size allows', null],
    [{ kind: 'stream-damaged', offset: 812, message: 'event block' }, 'byte 812', null],
  ] satisfies [LiveProblem, string, string | null][])('%o says what matters', (problem, part, action) => {
    const words = problemWords(problem)
    expect(words?.text).toContain(part)
    expect(words?.action ?? null).toBe(action)
  })

  test('an exit names its time and its code, if it has one', () => {
    const exit = { timeMs: Date.UTC(2026, 2, 18, 10, 42, 13), exitCode: 139, signal: null }
    expect(exitWords(exit, 'utc')).toContain('Exited at 10:42:13, code 139.')
    expect(exitWords({ ...exit, exitCode: null }, 'utc')).toContain('10:42:13. Data')
  })

  test('a killed process is distinguished from one that exited by what it left behind', () => {
    const exit = { timeMs: 0, exitCode: null, signal: null }
    expect(exitWords({ ...exit, socket: 'left' }, 'utc')).toContain('without cleaning up: killed')
    expect(exitWords({ ...exit, socket: 'removed' }, 'utc')).toContain('on its own')
    expect(exitWords({ ...exit, signal: 'SIGKILL' }, 'utc')).toContain(', killed by SIGKILL.')
  })
})

function thrownText(message: string): string {
  return problemWords({ kind: 'instrument-error', message })?.text ?? ''
}

test('of an exception in an instrument the first line is shown, and no more of it than can be read', () => {
  const stack = 'System.InvalidOperationException: no stock\n   at Shop.Stock.Read()\n   at Shop.Stock.Observe()'
  expect(thrownText(stack)).toMatch(/when read: System\.InvalidOperationException: no stock$/)
  expect(thrownText('x'.repeat(100_000)).length).toBeLessThan(400)
})
