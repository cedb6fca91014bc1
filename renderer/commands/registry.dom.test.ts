import { describe, expect, it, vi } from 'vitest'
import { listenForKeys } from './key-handler.ts'
import { CommandRegistry, type Command } from './registry.ts'
import { shortcutGroups } from './shortcut-groups.ts'

function command(id: string, change: Partial<Command> = {}): Command {
  return { id, title: id, group: 'Test', run: vi.fn(), ...change }
}

const pressed = (key: string) => ({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false })

describe('CommandRegistry', () => {
  it('runs what is available and remembers it as recent, newest first', () => {
    const registry = new CommandRegistry()
    const [one, two] = [command('one'), command('two')]
    registry.register(one)
    registry.register(two)
    expect([registry.run('one'), registry.run('two'), registry.run('one')]).toEqual([true, true, true])
    expect(one.run).toHaveBeenCalledTimes(2)
    expect(registry.recentIds).toEqual(['one', 'two'])
  })

  it('neither offers nor runs a command while its condition is false', () => {
    const registry = new CommandRegistry()
    const one = command('one', { when: () => false, keys: ['M'] })
    registry.register(one)
    expect(registry.run('one')).toBe(false)
    expect(registry.available()).toEqual([])
    expect(registry.findByKey(pressed('m'), { isMac: false, isTyping: false })).toBeNull()
    expect(one.run).not.toHaveBeenCalled()
  })

  it('forgets a command that was disposed', () => {
    const registry = new CommandRegistry()
    const listener = vi.fn()
    registry.subscribe(listener)
    registry.register(command('one')).dispose()
    expect(registry.all()).toEqual([])
    expect(listener).toHaveBeenCalledTimes(2)
  })

  it('lets the command that was registered last have the key', () => {
    const registry = new CommandRegistry()
    registry.register(command('shell', { keys: ['F'] }))
    registry.register(command('screen', { keys: ['F'] }))
    expect(registry.findByKey(pressed('f'), { isMac: false, isTyping: false })?.id).toBe('screen')
  })

  it('leaves single keys to the text that is being typed', () => {
    const registry = new CommandRegistry()
    registry.register(command('mark', { keys: ['M'] }))
    registry.register(command('help', { keys: ['F1'] }))
    expect(registry.findByKey(pressed('m'), { isMac: false, isTyping: true })).toBeNull()
    expect(registry.findByKey(pressed('F1'), { isMac: false, isTyping: true })?.id).toBe('help')
  })
})

function setUp(others: readonly Command[] = []) {
  const registry = new CommandRegistry()
  const mark = command('mark', { keys: ['M'] })
  const palette = command('palette', { keys: ['Mod+K'] })
  registry.register(mark)
  registry.register(palette)
  for (const other of others) registry.register(other)
  const stop = listenForKeys(window, registry)
  return { mark, palette, stop }
}

function type(target: Element, key: string, init: KeyboardEventInit = {}) {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init })
  target.dispatchEvent(event)
  return event
}

describe('listenForKeys', () => {
  it('runs commands from the page, and only combinations from a text field', () => {
    const { mark, palette, stop } = setUp()
    document.body.innerHTML = '<input type="text">'
    const input = document.querySelector('input')!
    expect(type(document.body, 'm').defaultPrevented).toBe(true)
    type(input, 'm')
    type(input, 'k', { ctrlKey: true })
    expect(mark.run).toHaveBeenCalledOnce()
    expect(palette.run).toHaveBeenCalledOnce()
    stop()
    type(document.body, 'm')
    expect(mark.run).toHaveBeenCalledOnce()
  })

  it('leaves a modal dialog and what somebody else took alone', () => {
    const { palette, stop } = setUp()
    document.body.innerHTML = '<div role="dialog"><button>x</button></div>'
    type(document.querySelector('button')!, 'k', { ctrlKey: true })
    const taken = new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true })
    taken.preventDefault()
    document.body.dispatchEvent(taken)
    expect(palette.run).not.toHaveBeenCalled()
    stop()
  })

  it('runs commands while a disabled button has the focus, which refuses every key', () => {
    const { mark, palette, stop } = setUp()
    document.body.innerHTML = '<button aria-disabled="true">x</button>'
    const button = document.querySelector('button')!
    button.addEventListener('keydown', (event) => event.preventDefault())
    type(button, 'm')
    type(button, 'k', { ctrlKey: true })
    expect([mark.run, palette.run].map((run) => vi.mocked(run).mock.calls.length)).toEqual([1, 1])
    stop()
  })

  it('gives keys to the page while a dialog that was closed still fades out', () => {
    const { mark, stop } = setUp()
    document.body.innerHTML = '<div role="dialog" data-closed=""><input type="text"></div>'
    expect(type(document.querySelector('input')!, 'm').defaultPrevented).toBe(true)
    expect(mark.run).toHaveBeenCalledOnce()
    stop()
  })

  it('gives Ctrl+Enter to the page right after a choice from a list, not to the entry that fades out', () => {
    const start = command('start', { keys: ['Mod+Enter'] })
    const { stop } = setUp([start])
    document.body.innerHTML =
      '<div data-closed=""><div role="listbox"><div role="option" tabindex="0">x</div></div></div>'
    const option = document.querySelector('[role="option"]')!
    const chosen = vi.fn((event: Event) => event.preventDefault())
    option.addEventListener('keydown', chosen)
    expect(type(option, 'Enter').defaultPrevented).toBe(true)
    type(option, 'Enter', { ctrlKey: true })
    expect(chosen).not.toHaveBeenCalled()
    expect(start.run).toHaveBeenCalledOnce()
    stop()
  })
})

describe('shortcutGroups', () => {
  it('lists each command with keys once, by group, and the keys of tables last', () => {
    const groups = shortcutGroups([
      command('a', { keys: ['A'], group: 'One' }),
      command('b', { group: 'One' }),
      command('c', { keys: ['C'], group: 'Two' }),
      command('a', { keys: ['A'], group: 'One' }),
    ])
    expect(groups.map((group) => [group.title, group.rows.length])).toEqual([
      ['One', 1],
      ['Two', 1],
      ['Tables', 6],
    ])
  })
})
