import { describe, expect, test } from 'vitest'
import { defaultSettings } from '../../shared/model/settings.ts'
import { toDisposable } from '../../shared/base/disposable.ts'
import { AppMessages } from './app-messages.ts'

function listen(messages: AppMessages, windowId: number) {
  const received: object[] = []
  const sink = {
    credits: 1,
    post: (message: object) => void received.push(message),
    postFrame: () => true,
    onCredit: () => toDisposable(() => {}),
  }
  const opened = messages.open(null, sink, { windowId })
  return { received, close: () => opened.ok && opened.value.dispose() }
}
const notice = (event: string) => ({ kind: 'notice', level: 'warn', event, detail: '' }) as const

describe('messages from main to its windows', () => {
  test('reaches each of them until it closes', () => {
    const messages = new AppMessages()
    const first = listen(messages, 1)
    const second = listen(messages, 2)
    messages.send(notice('a'))
    first.close()
    messages.send(notice('b'))
    expect(first.received).toEqual([notice('a')])
    expect(second.received).toEqual([notice('a'), notice('b')])
  })

  test('a window that opens later learns the state, not what happened before', () => {
    const messages = new AppMessages()
    listen(messages, 1)
    messages.send({ kind: 'disk', freeBytes: 1 })
    messages.send({ kind: 'disk', freeBytes: 2 })
    messages.send({ kind: 'settings', settings: defaultSettings })
    messages.send(notice('a'))
    expect(listen(messages, 2).received).toEqual([
      { kind: 'disk', freeBytes: 2 },
      { kind: 'settings', settings: defaultSettings },
    ])
  })

  test('a notice of the start waits for the first window, once', () => {
    const messages = new AppMessages()
    messages.send(notice('settings-set-aside'))
    expect(listen(messages, 1).received).toEqual([notice('settings-set-aside')])
    expect(listen(messages, 2).received).toEqual([])
  })

  test('for one window waits for its page, and goes to no other', () => {
    const messages = new AppMessages()
    messages.sendTo(2, { kind: 'open-process', pid: 7, isLive: true })
    expect(listen(messages, 1).received).toEqual([])
    expect(listen(messages, 2).received).toEqual([{ kind: 'open-process', pid: 7, isLive: true }])
    expect(listen(messages, 2).received).toEqual([])
  })

  test('can be for one window only', () => {
    const messages = new AppMessages()
    const first = listen(messages, 1)
    const second = listen(messages, 2)
    messages.sendTo(2, { kind: 'command', id: 'app.settings' })
    expect([first.received.length, second.received.length]).toEqual([0, 1])
  })
})
