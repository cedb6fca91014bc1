import { describe, expect, it } from 'vitest'
import { ok } from '../../shared/base/result.ts'
import { RemoteDiscovery } from './remote-discovery.ts'
import { RemoteSystem } from './remote-system.ts'
import type { SshLink } from './ssh-link.ts'

const socket = '/tmp/dotnet-diagnostic-41-19-socket'
/** The start time is the twentieth after the name and the state. */
const stat = `41 (Orders) S ${Array.from({ length: 49 }, (_item, index) => index + 1).join(' ')}\n`
const look = {
  kernel: `${stat}Name:\tOrders\nUid:\t7\t7\t7\t7\nNSpid:\t41\nnonvoluntary_ctxt_switches:\t1\n`,
  threads: Array.from({ length: 9 }, () => '.NET').join('\n'),
  links: `srw------- 1 7 7 0 Jan 1 00:00 ${socket}`,
  access: 'w',
}

/** A machine whose answers the test sets, and what it was asked. */
function machine() {
  const asked: string[] = []
  const clock = { nowMs: 0 }
  const answers = { parts: {} as Readonly<Record<string, string>> }
  const ask = (request: string, words: readonly (string | number)[] = []) => {
    if (request !== 'wide') asked.push([request, ...words].join(' '))
    const parts = request === 'look' ? look : request === 'wide' ? {} : answers.parts
    const bytes = new Map(Object.entries(parts).map(([name, text]) => [name, Buffer.from(text)]))
    return Promise.resolve(ok({ isAwake: true, parts: bytes }))
  }
  const link = { isOpen: true, ask, stopForward: () => Promise.resolve() } as unknown as SshLink
  const discovery = new RemoteDiscovery(link, {
    machine: { id: 'ssh:far', name: 'far' },
    system: new RemoteSystem({ isAwake: true, parts: new Map() }, 0),
    now: () => clock.nowMs,
  })
  return { discovery, asked, clock, answers, link }
}

describe('processes of another machine', () => {
  it('are glanced at between two polls, and stay as they are when nothing has changed', async () => {
    const { discovery, asked, clock, answers } = machine()
    answers.parts = { sockets: `w ${socket}`, stats: '' }
    await discovery.tick()
    expect([...discovery.endpoints.keys()]).toEqual([`ssh://far${socket}`])
    answers.parts = {}
    clock.nowMs = 750
    expect(await discovery.tick()).toBe(false)
    answers.parts = { stats: stat }
    clock.nowMs = 1500
    expect(await discovery.tick()).toBe(false)
    expect(discovery.endpoints.size).toBe(1)
    expect(asked).toEqual(['poll', `look 41 ${socket}`, 'glance /proc/41/stat', 'poll /proc/41/stat'])
  })

  it('leave the list with the glance that says they are gone', async () => {
    const { discovery, clock, answers } = machine()
    answers.parts = { sockets: `w ${socket}`, stats: '' }
    await discovery.tick()
    answers.parts = { sockets: '', stats: '' }
    clock.nowMs = 750
    expect(await discovery.tick()).toBe(true)
    expect(discovery.endpoints.size).toBe(0)
  })

  it('are polled at once after a reconnect, because the shell there is another one', async () => {
    const { discovery, asked, clock, answers, link } = machine()
    answers.parts = { sockets: '', stats: '' }
    await discovery.tick()
    discovery.useLink(null)
    discovery.useLink(link)
    clock.nowMs = 750
    await discovery.tick()
    expect(asked).toEqual(['poll', 'poll'])
  })
})
