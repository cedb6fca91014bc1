import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { defaultSettings, type Settings } from '../../../shared/model/settings.ts'
import { isNewer, parseReleaseFile } from './release-file.ts'
import { releaseAddress, UpdateCheck } from './update-check.ts'

const address = new URL('https://releases.example/latest.json')
const dayMs = 24 * 60 * 60_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function fakeSettings(isOn: boolean) {
  const listeners = new Set<(settings: Settings) => void>()
  const settings = {
    current: { ...defaultSettings, isUpdateCheckOn: isOn },
    onChange: (listener: (settings: Settings) => void) => {
      listeners.add(listener)
      return { dispose: () => void listeners.delete(listener) }
    },
    turn(next: boolean) {
      settings.current = { ...settings.current, isUpdateCheckOn: next }
      for (const listener of listeners) listener(settings.current)
    },
  }
  return settings
}

function started(isOn: boolean, answer: () => Promise<Result<string, 'refused' | 'timed-out' | 'too-long'>>) {
  const settings = fakeSettings(isOn)
  const read = vi.fn(answer)
  const updates = new UpdateCheck({ address, ownVersion: '1.2.3', settings, now: () => 7, read })
  return { settings, read, updates }
}

const says = (version: string) => () => Promise.resolve(ok(JSON.stringify({ version })))

it('sends no request until it is turned on, whatever is called', async () => {
  const { read, updates } = started(false, says('9.0.0'))
  await vi.advanceTimersByTimeAsync(10 * dayMs)
  expect(await updates.check()).toEqual({ kind: 'off' })
  expect(read).not.toHaveBeenCalled()
  expect(defaultSettings.isUpdateCheckOn).toBe(false)
})

it('checks once a day while it is on, and not at all after it is turned off', async () => {
  const { settings, read, updates } = started(true, says('1.2.3'))
  await vi.advanceTimersByTimeAsync(3 * dayMs + 120_000)
  expect(read).toHaveBeenCalledTimes(4)
  expect(updates.state()).toEqual({ kind: 'current', checkedMs: 7 })
  settings.turn(false)
  await vi.advanceTimersByTimeAsync(3 * dayMs)
  expect(read).toHaveBeenCalledTimes(4)
  expect(updates.state()).toEqual({ kind: 'off' })
})

it('names a newer version and never an older one', async () => {
  expect(await started(true, says('1.3.0')).updates.check()).toEqual({ kind: 'newer', version: '1.3.0', checkedMs: 7 })
  expect(await started(true, says('1.2.2')).updates.check()).toMatchObject({ kind: 'current' })
})

it('says why it doesn’t know, and continues', async () => {
  const failing = started(true, () => Promise.resolve(err('refused')))
  expect(await failing.updates.check()).toEqual({ kind: 'failed', reason: 'refused', checkedMs: 7 })
  const long = started(true, () => Promise.resolve(err('too-long')))
  expect(await long.updates.check()).toMatchObject({ reason: 'not-understood' })
  await vi.advanceTimersByTimeAsync(dayMs)
  expect(long.read).toHaveBeenCalledTimes(2)
})

it('sends one request for concurrent checks, and forgets an answer that comes after it was turned off', async () => {
  const waiting: ((value: Result<string, 'refused'>) => void)[] = []
  const { settings, read, updates } = started(true, () => new Promise((resolve) => waiting.push(resolve)))
  const both = [updates.check(), updates.check()]
  settings.turn(false)
  waiting[0]?.(ok('{"version":"9.9.9"}'))
  expect(await Promise.all(both)).toEqual([{ kind: 'off' }, { kind: 'off' }])
  expect(read).toHaveBeenCalledTimes(1)
})

it('leaves no timer behind', () => {
  const { updates } = started(true, says('1.2.3'))
  updates.dispose()
  expect(vi.getTimerCount()).toBe(0)
})

it('cannot be turned on in a build without an address', async () => {
  const settings = fakeSettings(true)
  const updates = new UpdateCheck({ address: null, ownVersion: '1.0.0', settings, now: () => 0 })
  expect(await updates.check()).toEqual({ kind: 'unavailable' })
})

it.each([
  '',
  '[]',
  'null',
  '{"version":7}',
  '{"version":"1.2"}',
  '{"version":"<b>1.2.3</b>"}',
  '<html>',
  '{"version":"1.2.3 "}',
  '{"version":"1.2.3\\n"}',
  '{"version":"1.2.3\\u0000"}',
  '{"version":"\\u202e3.2.1"}',
  '{"version":"१.२.३"}',
  '{"version":"1.2.3\\u001b[31m"}',
  '{"version":"9999999.0.0"}',
  '{"version":{"toString":"1.2.3"}}',
  '{"__proto__":{"version":"1.2.3"}}',
  '['.repeat(60_000),
])('takes no version from %j', (text) => {
  expect(parseReleaseFile(text)).toBeNull()
})

it('takes a version from a file with more in it', () => {
  expect(parseReleaseFile('{"version":"10.0.1","notes":"https://elsewhere.example"}')).toBe('10.0.1')
})

it('compares versions as numbers', () => {
  expect(isNewer('1.10.0', '1.9.9')).toBe(true)
  expect(isNewer('1.2.3', '1.2.3~test')).toBe(false)
  expect(isNewer('0.9.9', '1.0.0')).toBe(false)
})

it('lets nothing but a build from source change the address, and only to https', () => {
  const other = { PIPESCOPE_RELEASE_FILE: 'https://other.example/x.json' }
  expect(releaseAddress(address.href, true, other)?.href).toBe(address.href)
  expect(releaseAddress(null, true, other)).toBeNull()
  expect(releaseAddress(null, false, other)?.host).toBe('other.example')
  expect(releaseAddress(null, false, { PIPESCOPE_RELEASE_FILE: 'http://other.example/x.json' })).toBeNull()
})
