import { beforeEach, describe, expect, it, vi } from 'vitest'
import { DiagnosticsError } from '../../shared/base/errors.ts'
import { asPid } from '../../shared/model/ids.ts'
import { FakeBridge, installFakeBridge } from '../testing/fake-bridge.ts'
import { background, BridgeError, invoke, openStream, toAppError } from './bridge.ts'

let bridge: FakeBridge

beforeEach(() => {
  bridge = installFakeBridge({
    'demo.start': () => ({ pid: asPid(7) }),
    'processes.explain': () => {
      throw new DiagnosticsError({ kind: 'timeout', operation: 'scan', timeoutMs: 100 })
    },
  })
})

describe('invoke', () => {
  it('gives the reply of a request that went well', async () => {
    await expect(invoke('demo.start', {})).resolves.toEqual({ pid: 7 })
  })

  it('throws an expected failure as a BridgeError that carries it', async () => {
    const thrown = await invoke('processes.explain', {}).catch((error: unknown) => error)
    expect(thrown).toBeInstanceOf(BridgeError)
    expect(toAppError(thrown)).toEqual({ kind: 'timeout', operation: 'scan', timeoutMs: 100 })
  })

  it('treats anything else that is thrown as a bug', () => {
    expect(toAppError(new TypeError('x is undefined'))).toEqual({
      kind: 'internal',
      reference: 'TypeError: x is undefined',
    })
  })
})

describe('background', () => {
  it('logs a failure and hands it on, but is silent about a cancellation', async () => {
    const onFailure = vi.fn()
    background(Promise.reject(new BridgeError({ kind: 'not-found', what: 'x' })), 'label', onFailure)
    background(Promise.reject(new BridgeError({ kind: 'cancelled' })), 'label', onFailure)
    await expect.poll(() => onFailure.mock.calls).toEqual([[{ kind: 'not-found', what: 'x' }]])
    expect(bridge.requestsOf('log.write')).toHaveLength(1)
  })
})

describe('openStream', () => {
  it('grants credit once at the start and one more for each message it has taken', () => {
    const onMessage = vi.fn()
    const stream = openStream('app.messages', null, { onMessage })
    expect(bridge.stream('app.messages').credits).toBe(8)
    bridge.stream('app.messages').send({ kind: 'disk', freeBytes: 5 })
    expect(onMessage).toHaveBeenCalledExactlyOnceWith({ kind: 'disk', freeBytes: 5 })
    expect(bridge.stream('app.messages').credits).toBe(8)
    stream.dispose()
  })

  it('gives the credit back even when a listener throws, so that one bug does not stop the stream', () => {
    const stream = openStream('app.messages', null, {
      onMessage: () => {
        throw new Error('bug')
      },
    })
    expect(() => bridge.stream('app.messages').send({ kind: 'disk', freeBytes: 5 })).toThrow('bug')
    expect(bridge.stream('app.messages').credits).toBe(8)
    stream.dispose()
  })

  it('closes its port on dispose and delivers nothing afterwards', () => {
    const onMessage = vi.fn()
    const stream = openStream('live.frames', 'live-1', { onMessage })
    const fake = bridge.stream('live.frames', 'live-1')
    stream.dispose()
    expect(fake.isClosed).toBe(true)
    fake.send(new ArrayBuffer(8))
    expect(onMessage).not.toHaveBeenCalled()
  })

  it('ignores a port that does not carry its nonce', () => {
    const stream = openStream('app.messages', null, { onMessage: vi.fn() })
    const port = { close: vi.fn(), start: vi.fn(), addEventListener: vi.fn(), postMessage: vi.fn() }
    const event = new MessageEvent('message', { data: { kind: 'pipescope-port', nonce: '0'.repeat(32) } })
    Object.defineProperty(event, 'source', { value: window })
    Object.defineProperty(event, 'ports', { value: [port] })
    window.dispatchEvent(event)
    expect(port.start).not.toHaveBeenCalled()
    stream.dispose()
  })

  it('says why a stream could not be opened', async () => {
    const onError = vi.fn()
    bridge.refuseStream('live.frames', { kind: 'not-found', what: 'live-9' })
    openStream('live.frames', 'live-9', { onMessage: vi.fn(), onError })
    await expect.poll(() => onError.mock.calls).toEqual([[{ kind: 'not-found', what: 'live-9' }]])
  })

  it('opens the stream again when main has ended it', async () => {
    vi.useFakeTimers()
    const onMessage = vi.fn()
    const stream = openStream('app.messages', null, { onMessage })
    bridge.stream('app.messages').end()
    await vi.advanceTimersByTimeAsync(600)
    bridge.stream('app.messages').send({ kind: 'disk', freeBytes: 6 })
    expect(onMessage).toHaveBeenCalledExactlyOnceWith({ kind: 'disk', freeBytes: 6 })
    stream.dispose()
    vi.useRealTimers()
  })
})
