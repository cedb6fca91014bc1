import { act, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { asPid, asProcessKey } from '../../../shared/model/ids.ts'
import type { ConsoleMessage } from '../../../shared/model/console.ts'
import { appStore } from '../../store/create-store.ts'
import { installFakeBridge } from '../../testing/fake-bridge.ts'
import { renderUi, resetStore } from '../../testing/render.tsx'
import { testRow } from '../../testing/rows.ts'
import { hexLines, payloadOf, emptyConsoleForm, readHex } from './console-model.ts'
import { ConsoleScreen } from './console-screen.tsx'

const target = { processKey: asProcessKey('4121:1'), pid: asPid(4121), name: 'orders' }
const message: ConsoleMessage = {
  bytes: Uint8Array.from([1, 2, 65, 66]),
  pieces: [
    { name: 'size', offset: 0, length: 2, text: '2 bytes', isSecret: false },
    { name: 'command line', offset: 2, length: 2, text: 'app --password hunter2', isSecret: true },
  ],
}

beforeEach(() => {
  resetStore()
  appStore.setState({ processRows: [testRow(4121)] })
})

describe('the raw console', () => {
  it('shows what will be sent, sends it, and shows the answer with its secrets as dots', async () => {
    const bridge = installFakeBridge({
      'console.preview': () => ({ request: { ...message, pieces: [message.pieces[0]!] }, refusal: null }),
      'console.send': () => ({ request: message, reply: message, error: null, elapsedMs: 3 }),
    })
    const { user, copied } = renderUi(<ConsoleScreen target={target} />)
    expect(await screen.findByRole('region', { name: 'Request preview' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Send' }))
    const answer = await screen.findByRole('region', { name: /^Response after/ })
    expect(answer.textContent).not.toContain('hunter2')
    expect(answer.textContent).toContain('01 02 •• ••')
    await user.click(screen.getAllByRole('button', { name: 'Copy as text' })[1]!)
    expect(copied.at(-1)).toBe('size: 2 bytes\ncommand line: ••••••••')
    await user.click(screen.getAllByRole('button', { name: 'Reveal possible secrets' })[1]!)
    expect(answer.textContent).toContain('hunter2')
    expect(bridge.requestsOf('console.send')).toEqual([
      { target: { kind: 'process', key: '4121:1' }, command: 'ProcessInfo2', payload: { kind: 'fields', values: {} } },
    ])
    expect(screen.getByRole('list', { name: 'Sent' }).textContent).toContain('ProcessInfo2')
  })

  it('checks again whether a request is refused when the process is resumed', async () => {
    let isWaiting = true
    const bridge = installFakeBridge({
      'console.preview': () =>
        isWaiting
          ? { request: null, refusal: { kind: 'refused-harmful', operation: 'EnablePerfMap', reason: 'it waits' } }
          : { request: message, refusal: null },
      'console.send': () => ({ request: message, reply: message, error: null, elapsedMs: 3 }),
    })
    appStore.setState({ processRows: [testRow(4121, { state: 'suspended' })] })
    const { user } = renderUi(<ConsoleScreen target={target} />)
    expect(await screen.findByTestId('console-refusal')).toBeTruthy()
    isWaiting = false
    act(() => appStore.setState({ processRows: [testRow(4121)] }))
    expect(await screen.findByRole('region', { name: 'Request preview' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(bridge.requestsOf('console.send')).toHaveLength(1)
  })

  it('says why a request is rejected, and offers no workaround', async () => {
    const bridge = installFakeBridge({
      'console.preview': () => ({
        request: null,
        refusal: { kind: 'refused-harmful', operation: 'ProcessInfo2', reason: 'its command line is too long' },
      }),
    })
    const { user } = renderUi(<ConsoleScreen target={target} />)
    expect((await screen.findByTestId('console-refusal')).textContent).toContain('Its command line is too long.')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(bridge.requestsOf('console.send')).toEqual([])
  })

  it('reads bytes as people write them, and distinguishes null from empty', () => {
    expect(readHex('0x01, 02\n0A')).toEqual(Uint8Array.from([1, 2, 10]))
    expect(readHex('0x1')).toBeNull()
    const form = { ...emptyConsoleForm, command: 'SetEnvironmentVariable', values: { name: 'A' } }
    expect(payloadOf(form)).toEqual({ kind: 'fields', values: { name: 'A', value: '' } })
    expect(payloadOf({ ...form, nulls: ['value'] })).toMatchObject({ values: { value: null } })
    expect(hexLines(message, true)[0]).toContain('01 02 41 42')
  })
})
