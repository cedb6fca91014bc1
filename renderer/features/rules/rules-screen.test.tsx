import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Fired, RuleEntry, RulesState } from '../../../shared/model/rules.ts'
import { readyMade } from '../../../shared/rules/ready-made.ts'
import { appStore } from '../../store/create-store.ts'
import { installFakeBridge, type FakeHandlers } from '../../testing/fake-bridge.ts'
import { giveLayout } from '../../testing/layout.ts'
import { renderUi, resetStore } from '../../testing/render.tsx'
import { RulesScreen } from './rules-screen.tsx'

const { rule } = readyMade[0]!

function entry(change: Partial<RuleEntry> = {}): RuleEntry {
  return {
    id: 'gc',
    rule,
    isArmed: false,
    off: null,
    lastFiredMs: null,
    leftToday: 3,
    watched: [],
    unwatchedCount: 0,
    heldBy: null,
    ...change,
  }
}

function line(change: Partial<Fired>): Fired {
  return {
    id: 'line',
    ruleId: 'gc',
    atMs: 0,
    processName: 'orders-api',
    pid: 7,
    condition: 'a GC pause is longer than 200 ms',
    reached: '250 ms',
    heldMs: 0,
    message: '',
    outcome: 'done',
    skipped: null,
    count: 1,
    actions: [],
    ...change,
  }
}

function show(state: Partial<RulesState>, handlers: FakeHandlers = {}) {
  const bridge = installFakeBridge(handlers)
  const ui = renderUi(<RulesScreen />)
  const background = { isKept: false, startsAtLogin: false }
  act(() => bridge.stream('rules.state').send({ rules: [], journal: [], background, ...state }))
  return { bridge, user: ui.user }
}

beforeEach(() => {
  giveLayout()
  resetStore()
})

describe('the Rules page', () => {
  it('begins with a ready-made rule, and saves what was written', async () => {
    const { bridge, user } = show({}, { 'rules.save': () => ({ id: 'gc' }) })
    await user.click(screen.getByRole('button', { name: /^Long GC pauses/ }))
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }))
    const pause = screen.getByRole('textbox', { name: 'Pause' })
    await user.clear(pause)
    expect(pause.getAttribute('aria-invalid')).toBe('true')
    await user.type(pause, '500')
    await user.click(screen.getByRole('button', { name: 'Save rule' }))
    expect(bridge.requestsOf('rules.save')).toEqual([
      { id: null, rule: { ...rule, conditions: [{ kind: 'gc-pause', longerThanMs: 500 }] } },
    ])
  })

  it('is about one machine, or about any', async () => {
    const { bridge, user } = show({ rules: [entry()] }, { 'rules.save': () => ({ id: 'gc' }) })
    const machine = screen.getByRole('textbox', { name: 'Machine' })
    await user.type(machine, 'web*')
    await user.click(screen.getByRole('button', { name: 'Save rule' }))
    expect(bridge.requestsOf('rules.save')).toEqual([
      { id: 'gc', rule: { ...rule, applications: { ...rule.applications, machine: 'web*' } } },
    ])
    // As it was before: nothing to save.
    await user.clear(machine)
    expect(screen.getByRole('button', { name: 'Arm…' })).toBeTruthy()
  })

  it('arms through main, and can’t arm unsaved changes', async () => {
    const { bridge, user } = show({ rules: [entry()] }, { 'rules.arm': () => null })
    await user.click(screen.getByRole('switch', { name: 'Long GC pauses is armed' }))
    expect(bridge.requestsOf('rules.arm')).toEqual([{ id: 'gc' }])
    await user.type(screen.getByRole('textbox', { name: 'Name' }), '!')
    expect(screen.queryByRole('button', { name: 'Arm…' })).toBeNull()
    expect(screen.getByRole('switch', { name: 'Long GC pauses is armed' }).getAttribute('data-disabled')).not.toBeNull()
    await user.click(screen.getByRole('button', { name: 'Revert' }))
    expect(screen.getByRole('button', { name: 'Arm…' })).toBeTruthy()
  })

  it('does not save what the format refuses, and says why', async () => {
    const { user } = show({ rules: [entry()] })
    await user.clear(screen.getByRole('textbox', { name: 'Application' }))
    expect(screen.getByText('A field is empty or out of range.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Save rule' }).getAttribute('aria-disabled')).toBe('true')
  })

  it('says what a rule did, what it skipped, and why it is off', () => {
    const failed: Fired['actions'][number] = {
      text: 'notify me',
      state: 'failed',
      reason: 'timeout',
      durationMs: 30_000,
      files: [],
    }
    const off = { reason: 'actions-failed', detail: 'timeout', atMs: 0 } as const
    show({
      rules: [entry({ off })],
      journal: [
        line({ id: 'a', outcome: 'failed', actions: [failed] }),
        line({ id: 'b', outcome: 'skipped', skipped: 'apart', count: 3 }),
      ],
    })
    const fired = within(screen.getByRole('region', { name: 'Fired' }))
    expect(fired.getByText(/failed, no answer in time/)).toBeTruthy()
    expect(fired.getByText('Too soon after the previous one (3 times)')).toBeTruthy()
    expect(screen.getByText('Turned off: none of its actions worked.')).toBeTruthy()
  })

  it('removes at once, and can undo it', async () => {
    const handlers = { 'rules.remove': () => null, 'rules.restore': () => null }
    const { bridge, user } = show({ rules: [entry()] }, handlers)
    await user.click(screen.getByRole('button', { name: 'Remove rule' }))
    await waitFor(() => expect(appStore.getState().notices[0]?.title).toBe('Removed: Long GC pauses'))
    appStore.getState().notices[0]?.action?.run()
    expect(bridge.requestsOf('rules.restore')).toEqual([{ id: 'gc' }])
  })
})
